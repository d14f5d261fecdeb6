package dev.sendonce.evidence.events;

import com.codahale.metrics.MetricRegistry;
import dev.sendonce.evidence.Arrival;
import dev.sendonce.evidence.EvidenceSettings;
import dev.sendonce.evidence.EvidenceSettings.Events;
import dev.sendonce.evidence.EvidenceSink.Receipt;
import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import java.security.Signature;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A receiver of provider events that keeps what arrived. */
final class EventsBench {
  static final String SECRET = "s3cr3t";
  static final Instant NOW = Instant.parse("2026-03-04T10:00:00Z");
  static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);

  private final MetricRegistry metrics = new MetricRegistry();
  private final List<Arrival> arrivals = new ArrayList<>();
  private final Set<String> known = new HashSet<>();

  MetricRegistry metrics() {
    return metrics;
  }

  List<Arrival> arrivals() {
    return arrivals;
  }

  Receipt take(Arrival arrival) {
    arrivals.add(arrival);
    return known.add(arrival.id()) ? Receipt.ATTACHED : Receipt.REPEATED;
  }

  ProviderEvents events(EvidenceSettings.Provider provider, String secret) {
    return new ProviderEvents("default", new Events(provider, secret), this::take, metrics, CLOCK);
  }

  static Notification post(String body, String... headers) {
    Map<String, String> map = new HashMap<>();
    for (int i = 0; i < headers.length; i += 2) {
      map.put(headers[i], headers[i + 1]);
    }
    return new Notification(map, body.getBytes(StandardCharsets.UTF_8));
  }

  static String sign(String algorithm, PrivateKey key, String text) throws Exception {
    Signature signature = Signature.getInstance(algorithm);
    signature.initSign(key);
    signature.update(text.getBytes(StandardCharsets.UTF_8));
    return Base64.getEncoder().encodeToString(signature.sign());
  }
}
