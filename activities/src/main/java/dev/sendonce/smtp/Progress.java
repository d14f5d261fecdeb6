package dev.sendonce.smtp;

import dev.sendonce.send.SmtpPhase;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;

/**
 * How far one transaction came, and the deadline of the phase it is in.
 *
 * <p>A deadline covers a whole phase, not one read, so that a reply dribbled byte by byte ends with
 * it; it works by closing the raw socket, the only thing that ends a blocked read or write at once.
 * All phases before end of data together get the transaction limit less the wait for the reply to
 * the dot, so that this wait is never cut short. Thread-safe.
 */
final class Progress implements AutoCloseable {
  private final RelaySettings.Timeouts timeouts;
  private final LongSupplier nanoTime;
  private final TransmissionObserver observer;
  private final long budgetEnd;
  private final Deadline deadline;
  private SmtpPhase phase = SmtpPhase.CONNECT;
  private long entered;
  private Runnable closer = () -> {};
  private String stopped;

  Progress(
      RelaySettings settings,
      ScheduledExecutorService timer,
      LongSupplier nanoTime,
      TransmissionObserver observer) {
    this.timeouts = settings.timeouts();
    this.nanoTime = nanoTime;
    this.observer = observer;
    this.deadline = new Deadline(timer, this);
    this.entered = nanoTime.getAsLong();
    this.budgetEnd = entered + settings.transactionLimit().minus(timeouts.endOfData()).toNanos();
  }

  /** What to close when time is up; at once when it already is. Replaces the former. */
  synchronized void guard(Runnable closes) {
    closer = closes;
    if (stopped != null) {
      closes.run();
    }
  }

  /** Begins a phase before end of data; RCPT may be entered again for each recipient. */
  synchronized void enter(SmtpPhase next) {
    if (phase.compareTo(SmtpPhase.END_OF_DATA) >= 0 || next.compareTo(SmtpPhase.END_OF_DATA) >= 0) {
      throw new IllegalStateException(next + " after " + phase);
    }
    move(next);
    step(next.wire(), limitOf(next));
  }

  /**
   * Begins a step that has a limit of its own: it takes the place of the running phase's, but never
   * goes beyond the budget of the transaction.
   *
   * @param what for people
   */
  synchronized void step(String what, Duration limit) {
    Duration left = budgetLeft();
    if (left.compareTo(limit) < 0) {
      deadline.arm(left, () -> stop("the transaction took too long, in " + what));
    } else {
      deadline.arm(limit, () -> stop(what + " took longer than " + limit));
    }
  }

  /**
   * From here on the dot may be on the wire. False when the socket was closed by a deadline or from
   * outside before: then not one byte of the dot may be written.
   */
  synchronized boolean enterEndOfData() {
    if (stopped != null) {
      return false;
    }
    Duration limit = timeouts.endOfData();
    deadline.arm(limit, () -> stop("no reply to end of data within " + limit));
    move(SmtpPhase.END_OF_DATA);
    return true;
  }

  /** The first complete reply to end of data was read. */
  synchronized void replied() {
    deadline.disarm();
    if (phase == SmtpPhase.END_OF_DATA) {
      move(SmtpPhase.REPLIED);
    }
  }

  /** Ends the transaction from outside, by closing what is guarded. The first reason stands. */
  synchronized void stop(String why) {
    if (stopped == null) {
      stopped = why;
    }
    closer.run();
  }

  synchronized SmtpPhase phase() {
    return phase;
  }

  /** Why we closed the socket ourselves, if we did. */
  synchronized Optional<String> stopped() {
    return Optional.ofNullable(stopped);
  }

  /** Time left before end of data must have been reached. */
  Duration budgetLeft() {
    return Duration.ofNanos(budgetEnd - nanoTime.getAsLong());
  }

  /** Lets go of the socket; nothing closes it on behalf of this transaction any more. */
  @Override
  public synchronized void close() {
    deadline.disarm();
    closer = () -> {};
  }

  private void move(SmtpPhase next) {
    long now = nanoTime.getAsLong();
    SmtpPhase ended = phase;
    Duration spent = Duration.ofNanos(now - entered);
    phase = next;
    entered = now;
    observer.phaseEnded(ended, spent);
  }

  private Duration limitOf(SmtpPhase next) {
    return switch (next) {
      case CONNECT -> timeouts.connect();
      case BODY -> timeouts.data();
      default -> timeouts.command();
    };
  }
}
