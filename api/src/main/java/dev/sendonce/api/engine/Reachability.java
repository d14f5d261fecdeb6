package dev.sendonce.api.engine;

import java.util.function.LongSupplier;

/** What the last calls to Temporal showed. Thread-safe. */
final class Reachability {
  private final LongSupplier nanoTime;
  private boolean reachable = true;
  private long restUntil;

  /**
   * @param nanoTime monotonic time
   */
  Reachability(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.restUntil = nanoTime.getAsLong();
  }

  synchronized void succeeded() {
    reachable = true;
  }

  synchronized void failed() {
    reachable = false;
    restUntil = nanoTime.getAsLong() + TemporalEngine.REST.toNanos();
  }

  /** True shortly after a failure: asking again now would only cost time. */
  synchronized boolean isResting() {
    return !reachable && nanoTime.getAsLong() - restUntil < 0;
  }

  synchronized boolean isReachable() {
    return reachable;
  }
}
