package dev.sendonce.smtp;

import dev.sendonce.send.SmtpPhase;
import java.time.Duration;

/**
 * Watches the transactions of one relay, for metrics. Called on the transmitting thread; must not
 * block. What it throws is ignored.
 */
public interface TransmissionObserver {
  /** Watches nothing. */
  TransmissionObserver NONE = new TransmissionObserver() {};

  /** A phase was left for the next one. */
  default void phaseEnded(SmtpPhase phase, Duration spent) {}

  /** A transaction begins on a connection that was just opened. */
  default void connectionOpened() {}

  /** A transaction begins on a connection that was used before. */
  default void connectionReused() {}

  /** A kept connection turned out to be unusable; a new one replaces it. */
  default void connectionStale() {}
}
