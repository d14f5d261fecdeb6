package dev.sendonce.schedule;

import java.time.Duration;
import java.time.Instant;

/**
 * When a firing was due, and when Temporal started it.
 *
 * @param at the time for which it was fired
 * @param startedAt when it was fired
 */
record Due(Instant at, Instant startedAt) {
  /** Temporal may be a little later than its window. */
  private static final Duration GRACE = Duration.ofMinutes(1);

  /** Temporal catches up within its window only; what comes later was ordered by a person. */
  boolean isBackfill(Schedule schedule) {
    return startedAt.isAfter(at.plus(schedule.terms().catchUp()).plus(GRACE));
  }
}
