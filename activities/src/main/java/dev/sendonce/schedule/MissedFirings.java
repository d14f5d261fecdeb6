package dev.sendonce.schedule;

import dev.sendonce.ledger.Ledger;
import dev.sendonce.schedule.Timetable.Nominal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows the times of a schedule that went by without a firing: Temporal was away for longer than
 * the catch-up window, or somebody paused the schedule there. Thread-safe.
 */
public final class MissedFirings {
  private static final Logger LOG = LoggerFactory.getLogger(MissedFirings.class);
  private static final Duration GRACE = Duration.ofMinutes(1);

  /** Times that were found to have happened are looked at again for so long; that is cheap. */
  private static final Duration STRIDE = Duration.ofHours(1);

  private final Schedules schedules;
  private final Ledger ledger;
  private final Clock clock;

  public MissedFirings(Schedules schedules, Ledger ledger, Clock clock) {
    this.schedules = schedules;
    this.ledger = ledger;
    this.clock = clock;
  }

  /**
   * Adds what was missed since the last look to the row. Writes only when there is something to
   * write, and now and then how far it has looked.
   */
  public void note(Schedule schedule) {
    Instant until = settledUntil(schedule);
    if (!until.isAfter(schedule.watchedUntil())) {
      return;
    }
    List<Nominal> missed = missed(schedule, until);
    if (missed.isEmpty() && until.isBefore(schedule.watchedUntil().plus(STRIDE))) {
      return;
    }
    if (!missed.isEmpty()) {
      LOG.warn("Schedule {} missed {} firings.", schedule.id(), missed.size());
    }
    schedules.update(schedule.id(), row -> noted(row, schedule, missed, until));
  }

  private List<Nominal> missed(Schedule schedule, Instant until) {
    Instant remembered = remembered(schedule);
    List<Nominal> times =
        schedule.timetable().between(schedule.watchedUntil().plusMillis(1), until).stream()
            .filter(n -> n.at().toInstant().isAfter(remembered))
            .filter(n -> !schedule.pauses().cover(n.at().toInstant()))
            .toList();
    return times.subList(Math.max(0, times.size() - Schedule.KEPT_FIRINGS), times.size()).stream()
        .filter(n -> !happened(schedule, n))
        .toList();
  }

  /** Firings of a time before this one may have been dropped from the row, so nobody can tell. */
  private static Instant remembered(Schedule schedule) {
    return schedule.firings().size() < Schedule.KEPT_FIRINGS
        ? Instant.MIN
        : schedule.firings().get(0).at();
  }

  private Schedule noted(Schedule row, Schedule seen, List<Nominal> missed, Instant until) {
    if (!row.watchedUntil().equals(seen.watchedUntil())) {
      return row;
    }
    Schedule noted = row;
    for (Nominal n : missed) {
      if (row.firing(row.key(n.wall())).isEmpty()) {
        noted = noted.with(firing(row, n));
      }
    }
    return noted.watchedUntil(until);
  }

  private static Firing firing(Schedule row, Nominal n) {
    return new Firing(
        n.wall(),
        row.key(n.wall()).value(),
        n.at().toInstant(),
        FiringOutcome.MISSED,
        "Temporal did not fire within the catch-up window.");
  }

  /** Temporal may fire as late as its window, and a worker may take it as late again. */
  private Instant settledUntil(Schedule schedule) {
    Duration window = schedule.terms().catchUp().multipliedBy(2).plus(GRACE);
    return clock.instant().minus(window).truncatedTo(ChronoUnit.MILLIS);
  }

  private boolean happened(Schedule schedule, Nominal n) {
    Predicate<Firing> sameTime = f -> n.wall().equals(f.scheduledFor());
    return schedule.firings().stream().anyMatch(sameTime)
        || ledger.find(schedule.key(n.wall())).isPresent();
  }
}
