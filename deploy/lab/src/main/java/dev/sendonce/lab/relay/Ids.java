package dev.sendonce.lab.relay;

import java.util.concurrent.atomic.AtomicLong;

/** Ids that no other run of the relay gives out: the run's own prefix and a number. Thread-safe. */
final class Ids {
  private final String run;
  private final AtomicLong last = new AtomicLong();

  /**
   * @param run distinguishes this run from all others on the same journal
   */
  Ids(String run) {
    this.run = run;
  }

  String next() {
    return run + "-" + last.incrementAndGet();
  }
}
