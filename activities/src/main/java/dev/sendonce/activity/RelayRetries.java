package dev.sendonce.activity;

import dev.sendonce.send.Outcome;
import dev.sendonce.send.Send;
import dev.sendonce.smtp.RelaySettings;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** The retry plan with the settings of each send's relay. Thread-safe. */
final class RelayRetries {
  /** For a relay that was taken out of the configuration. */
  private static final RelaySettings.Retry UNKNOWN_RELAY =
      new RelaySettings.Retry(Duration.ofSeconds(30), Duration.ofHours(1), Duration.ofHours(24));

  private final Map<String, RelaySettings> relays;
  private final RetryPlan plan;

  /**
   * @param relays by name
   */
  RelayRetries(Map<String, RelaySettings> relays, RetryPlan plan) {
    this.relays = Map.copyOf(relays);
    this.plan = plan;
  }

  Instant after(Send send, int attempt) {
    return plan.after(retry(send), attempt);
  }

  Instant after(Send send, int attempt, Outcome outcome) {
    return plan.after(retry(send), attempt, outcome);
  }

  private RelaySettings.Retry retry(Send send) {
    RelaySettings relay = relays.get(send.relay());
    return relay == null ? UNKNOWN_RELAY : relay.retry();
  }
}
