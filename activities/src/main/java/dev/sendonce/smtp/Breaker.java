package dev.sendonce.smtp;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * Holds sends back while their relay cannot be reached, greeted or logged into.
 *
 * <p>It opens at the first such problem: holding costs nothing, while every try costs a send an
 * attempt. Each further problem doubles the hold up to the longest; getting past AUTH once closes
 * it. When a hold has passed, one probe is let in at a time. It never refuses a transmission that
 * has already begun. Thread-safe.
 */
final class Breaker {
  private final Clock clock;
  private final Duration first;
  private final Duration longest;
  private int problems;
  private Instant until = Instant.EPOCH;
  private Instant probing = Instant.EPOCH;
  private String cause;

  Breaker(Clock clock, Duration first, Duration longest) {
    this.clock = clock;
    this.first = first;
    this.longest = longest;
  }

  /** One try to get past AUTH. */
  final class Trial {
    private final int problemsBefore;

    private Trial(int problemsBefore) {
      this.problemsBefore = problemsBefore;
    }

    /** The relay let us in. */
    void succeeded() {
      synchronized (Breaker.this) {
        problems = 0;
        cause = null;
      }
    }

    /** It did not. Tries that began together count as one. */
    void failed(String why) {
      synchronized (Breaker.this) {
        cause = why;
        if (problems == problemsBefore) {
          problems++;
          until = clock.instant().plus(hold());
        }
      }
    }
  }

  /** Begins a try; while it lasts, others are held if this was the time for a probe. */
  synchronized Trial begin() {
    if (problems > 0) {
      probing = clock.instant().plus(hold());
    }
    return new Trial(problems);
  }

  /** Whether sends are held; asking lets nobody in. */
  synchronized BreakerState state() {
    if (problems == 0) {
      return BreakerState.CLOSED;
    }
    Instant now = clock.instant();
    Instant latest = now.plus(longest);
    // a clock that was set back must not hold sends for hours
    until = until.isAfter(latest) ? latest : until;
    probing = probing.isAfter(latest) ? latest : probing;
    Instant held = until.isAfter(probing) ? until : probing;
    return held.isAfter(now)
        ? new BreakerState(true, held, cause)
        : new BreakerState(false, null, cause);
  }

  /** Lets the first asker after a hold in as the probe, and holds the others meanwhile. */
  synchronized BreakerState admit() {
    BreakerState state = state();
    if (problems > 0 && !state.open()) {
      probing = clock.instant().plus(hold());
    }
    return state;
  }

  private Duration hold() {
    Duration doubled = first.multipliedBy(1L << Math.min(Math.max(problems - 1, 0), 20));
    return doubled.compareTo(longest) < 0 ? doubled : longest;
  }
}
