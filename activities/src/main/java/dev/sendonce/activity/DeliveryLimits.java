package dev.sendonce.activity;

import dev.sendonce.smtp.RelaySettings;
import java.time.Duration;
import java.util.Optional;

/**
 * How long things around one attempt may take. None of these numbers licenses a send: they only
 * decide when somebody starts to ask.
 *
 * @param heartbeatTimeout after which a silent worker counts as dead; more than a second
 * @param startToClose of {@code deliver}; normally empty, for the sum of its parts
 */
public record DeliveryLimits(Duration heartbeatTimeout, Optional<Duration> startToClose) {
  /** With the time-out that follows from the parts. */
  public DeliveryLimits(Duration heartbeatTimeout) {
    this(heartbeatTimeout, Optional.empty());
  }

  /** Noting the state of evidence sources before the claim. */
  static final Duration BASELINE = Duration.ofSeconds(5);

  /** Between the claim and the first byte to the relay, and after the last one. */
  private static final Duration MARGIN = Duration.ofSeconds(5);

  /** In-process retries of the record, before the outcome travels back as a value. */
  static final Duration RECORD = Duration.ofSeconds(20);

  private static final Duration SLACK = Duration.ofSeconds(30);

  /** From the claim to the moment when others may settle the attempt. */
  Duration attempt(RelaySettings relay) {
    return relay.transactionLimit().plus(MARGIN);
  }

  /** Start-to-close time-out of {@code deliver}: longer than all of its parts together. */
  Duration startToClose(RelaySettings relay) {
    return startToClose.orElseGet(() -> attempt(relay).plus(BASELINE).plus(RECORD).plus(SLACK));
  }
}
