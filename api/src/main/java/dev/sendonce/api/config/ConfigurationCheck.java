package dev.sendonce.api.config;

import dev.sendonce.api.codec.PayloadKeys;
import dev.sendonce.ledger.MongoConnection;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Refuses settings under which the promise could not be kept. Each finding is a sentence that names
 * the YAML path, the value and the remedy.
 */
public final class ConfigurationCheck {
  /** RFC 5321, 4.5.3.2.6: a relay may take ten minutes to answer the final dot. */
  static final Duration LEAST_END_OF_DATA = Duration.ofMinutes(10);

  /** Covers a paused process, TCP retransmission and the relay's own time-out of DATA. */
  static final Duration LEAST_GUARD = Duration.ofMinutes(30);

  /** Between the last moment of an attempt and the first of a person's order. */
  private static final Duration GUARD_SLACK = Duration.ofMinutes(5);

  private static final Duration SLACK = Duration.ofSeconds(15);
  private static final int SHORTEST_API_KEY = 16;
  private static final int SHORTEST_SECRET = 16;

  private ConfigurationCheck() {}

  /** What cannot work at all, in any mode. */
  public static List<String> mistakes(SendonceConfiguration c) {
    List<String> found = new ArrayList<>();
    RelayMapping mapping = new RelayMapping(System.getenv());
    EvidenceMapping evidence = new EvidenceMapping(System.getenv());
    for (Map.Entry<String, RelayConfiguration> relay : c.relays().entrySet()) {
      try {
        mapping.settings(relay.getKey(), relay.getValue());
        evidence.settings(relay.getKey(), relay.getValue().evidence());
      } catch (IllegalArgumentException e) {
        found.add(e.getMessage());
      }
    }
    temporal(found, c.temporal());
    found.addAll(c.samePerson().mistakes());
    LimitSettings limits = c.limits();
    if (limits.content().toBytes() > limits.request().toBytes()) {
      found.add(
          "limits.content: "
              + limits.content()
              + " never fit into a request of at most "
              + limits.request()
              + "; lower it, or raise limits.request to half as much again.");
    }
    List<Duration> probes = c.verification().times();
    for (int i = 1; i < probes.size(); i++) {
      if (probes.get(i).compareTo(probes.get(i - 1)) <= 0) {
        found.add("verification.probes: each time must be later than the one before it.");
        break;
      }
    }
    try {
      found.addAll(MongoConnection.unsafe(c.mongo().uri()));
    } catch (IllegalArgumentException e) {
      found.add("mongo.uri: this is not a MongoDB connection string.");
    }
    return found;
  }

  private static void temporal(List<String> found, TemporalSettings temporal) {
    try {
      temporal.keyFile().ifPresent(file -> PayloadKeys.read(Path.of(file)));
    } catch (IllegalArgumentException e) {
      found.add("temporal.payloadKeyFile: " + e.getMessage());
    }
    if (temporal.codecEndpoint() && temporal.keyFile().isEmpty()) {
      found.add(
          "temporal.codecEndpoint: there is nothing to decrypt without temporal.payloadKeyFile;"
              + " set that or leave this out.");
    }
  }

  /** What is only allowed in {@code lab} mode. */
  public static List<String> unsafe(SendonceConfiguration c) {
    List<String> found = new ArrayList<>();
    c.relays().forEach((name, relay) -> relay(found, c, "relays." + name, relay));
    if (c.resendGuard().compareTo(LEAST_GUARD) < 0) {
      found.add(
          "resendGuard: "
              + text(c.resendGuard())
              + " is too short for an attempt in a paused process to have ended; set at least 30m.");
    }
    c.apiKey()
        .filter(key -> key.length() < SHORTEST_API_KEY)
        .ifPresent(
            key -> found.add("apiKey: too short to be safe; use at least 16 random characters."));
    c.secret()
        .filter(secret -> secret.length() < SHORTEST_SECRET)
        .ifPresent(
            secret ->
                found.add(
                    "secret: too short to be safe; use at least 16 random characters, or leave it"
                        + " out."));
    return found;
  }

  private static void relay(
      List<String> found, SendonceConfiguration c, String path, RelayConfiguration relay) {
    Duration endOfData = relay.timeouts().endOfData().toJavaDuration();
    if (endOfData.compareTo(LEAST_END_OF_DATA) < 0) {
      found.add(
          path
              + ".timeouts.endOfData: "
              + text(endOfData)
              + " is below the 10 minutes that RFC 5321 gives a relay to answer the final dot;"
              + " set at least 10m.");
    }
    Duration least = endOfData.plus(GUARD_SLACK);
    if (c.resendGuard().compareTo(least) < 0) {
      found.add(
          "resendGuard: "
              + text(c.resendGuard())
              + " ends before an attempt at "
              + path
              + " must have (timeouts.endOfData is "
              + text(endOfData)
              + "); set at least "
              + text(least)
              + ".");
    }
    Duration phases = Phases.together(relay);
    io.dropwizard.util.Duration limit = c.delivery().startToClose();
    if (limit != null && limit.toJavaDuration().compareTo(phases.plus(SLACK)) < 0) {
      found.add(
          "delivery.startToClose: "
              + text(limit.toJavaDuration())
              + " is shorter than the phases of "
              + path
              + " together; set at least "
              + text(phases.plus(SLACK))
              + " or leave it out.");
    }
  }

  private static String text(Duration duration) {
    long seconds = duration.toSeconds();
    return seconds % 60 == 0 && seconds > 0 ? seconds / 60 + "m" : seconds + "s";
  }
}
