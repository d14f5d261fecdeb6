package dev.sendonce.evidence.events;

import com.codahale.metrics.MetricRegistry;
import dev.sendonce.evidence.Arrival;
import dev.sendonce.evidence.EvidenceSettings;
import dev.sendonce.evidence.EvidenceSink;
import dev.sendonce.send.Redaction;
import java.io.IOException;
import java.time.Clock;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Takes the event notifications of one relay's provider. They come repeated and in any order: the
 * sink knows events by id, and findings only get graver. Thread-safe.
 */
public final class ProviderEvents {
  /** The name of this source in timelines and metrics. */
  public static final String SOURCE = "events";

  private final String relay;
  private final EventAdapter adapter;
  private final EvidenceSink sink;
  private final MetricRegistry metrics;

  /** Fails with {@link IllegalArgumentException} when the secret is none of the provider's kind. */
  public ProviderEvents(
      String relay,
      EvidenceSettings.Events settings,
      EvidenceSink sink,
      MetricRegistry metrics,
      Clock clock) {
    this(relay, adapter(settings, clock, new AmazonSigningKeys()), sink, metrics);
  }

  ProviderEvents(String relay, EventAdapter adapter, EvidenceSink sink, MetricRegistry metrics) {
    this.relay = relay;
    this.adapter = adapter;
    this.sink = sink;
    this.metrics = metrics;
  }

  static EventAdapter adapter(EvidenceSettings.Events settings, Clock clock, SigningKeys keys) {
    return switch (settings.provider()) {
      case SES -> new SesAdapter(settings.secret(), keys);
      case SENDGRID -> new SendGridAdapter(settings.secret());
      case MAILGUN -> new MailgunAdapter(settings.secret(), clock);
      case POSTMARK -> new PostmarkAdapter(settings.secret());
      case GENERIC -> new GenericAdapter(settings.secret());
    };
  }

  /**
   * Checks and takes one notification.
   *
   * @throws RuntimeException when the ledger is out of reach: answer with a 5xx, the provider will
   *     come again
   */
  public Reception receive(Notification notification) {
    List<ProviderEvent> events;
    try {
      if (!adapter.isAuthentic(notification)) {
        count("not-authentic");
        return new Reception.NotAuthentic();
      }
      events = adapter.read(notification);
    } catch (IOException e) {
      count("unreadable");
      return new Reception.Unreadable(Redaction.of(String.valueOf(e.getMessage())));
    }
    Map<EvidenceSink.Receipt, Integer> receipts = new EnumMap<>(EvidenceSink.Receipt.class);
    int ignored = 0;
    for (ProviderEvent event : events) {
      if (event.finding().isEmpty() || event.about().isEmpty()) {
        count("ignored");
        ignored++;
      } else {
        EvidenceSink.Receipt receipt = sink.take(arrival(event));
        count(receipt.name().toLowerCase(Locale.ROOT));
        receipts.merge(receipt, 1, Integer::sum);
      }
    }
    return new Reception.Taken(
        receipts.getOrDefault(EvidenceSink.Receipt.ATTACHED, 0),
        receipts.getOrDefault(EvidenceSink.Receipt.REPEATED, 0),
        receipts.getOrDefault(EvidenceSink.Receipt.UNKNOWN, 0),
        ignored);
  }

  private Arrival arrival(ProviderEvent event) {
    return new Arrival(
        SOURCE,
        relay,
        SOURCE + "/" + relay + "/" + event.eventId(),
        event.finding().orElseThrow(),
        event.about(),
        event.recipient(),
        event.at(),
        Redaction.of(event.detail()));
  }

  private void count(String what) {
    metrics.counter(MetricRegistry.name("evidence", "events", what, relay)).inc();
  }
}
