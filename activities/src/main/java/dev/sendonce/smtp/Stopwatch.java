package dev.sendonce.smtp;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;

/**
 * Measures elapsed time by the monotonic and by the wall clock; the longer counts. The monotonic
 * one does not jump, but may stand still while the machine is suspended or a virtual machine is
 * paused or moved; the wall clock shows that afterwards. For one thread.
 */
final class Stopwatch {
  private final LongSupplier nanoTime;
  private final Clock clock;
  private final long startNanos;
  private final Instant start;

  private Stopwatch(LongSupplier nanoTime, Clock clock) {
    this.nanoTime = nanoTime;
    this.clock = clock;
    this.startNanos = nanoTime.getAsLong();
    this.start = clock.instant();
  }

  /** Starts now. */
  static Stopwatch start(LongSupplier nanoTime, Clock clock) {
    return new Stopwatch(nanoTime, clock);
  }

  boolean exceeds(Duration limit) {
    Duration monotonic = Duration.ofNanos(nanoTime.getAsLong() - startNanos);
    Duration wall = Duration.between(start, clock.instant());
    return monotonic.compareTo(limit) > 0 || wall.compareTo(limit) > 0;
  }
}
