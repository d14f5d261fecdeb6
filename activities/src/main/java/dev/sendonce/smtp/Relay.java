package dev.sendonce.smtp;

import dev.sendonce.send.AttemptResult;

/**
 * An SMTP submission server that a send can be handed to.
 *
 * <p>The mail never leaves without {@link EndOfDataLatch#endOfData} having answered true, and the
 * result follows the table of DESIGN 3, whatever exceptions the library threw. Thread-safe.
 */
public interface Relay {
  /** The configured name. */
  String name();

  /**
   * Runs one transaction. Never throws; ends within {@link RelaySettings#transactionLimit()}.
   *
   * @param abort closes the raw socket when pulled, from any thread
   */
  AttemptResult transmit(Transmission transmission, EndOfDataLatch latch, AbortSwitch abort);

  /** Whether the relay may be tried now, and if not, until when and why. */
  BreakerState breaker();

  /**
   * Like {@link #breaker}, asked right before a send is claimed. After a hold has passed only the
   * first asker is let in, as a probe; the others are held until its result is known, so that a
   * relay that is still down costs one attempt and not one per waiting send.
   */
  default BreakerState admit() {
    return breaker();
  }

  /** The settings it was built from. */
  RelaySettings settings();
}
