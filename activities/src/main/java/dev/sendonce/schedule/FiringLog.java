package dev.sendonce.schedule;

import dev.sendonce.send.SendKey;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes down in the row of a schedule what became of its firings. Thread-safe. */
final class FiringLog {
  private static final Logger LOG = LoggerFactory.getLogger(FiringLog.class);
  private static final Set<FiringOutcome> UNWANTED =
      Set.of(FiringOutcome.MISSED, FiringOutcome.REFUSED, FiringOutcome.STRAY);

  private final Schedules schedules;
  private final Clock clock;

  FiringLog(Schedules schedules, Clock clock) {
    this.schedules = schedules;
    this.clock = clock;
  }

  /** A firing that was dealt with now. */
  Firing firing(LocalDateTime nominal, SendKey key, FiringOutcome outcome, String detail) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    return new Firing(nominal, key == null ? null : key.value(), now, outcome, detail);
  }

  /** Writes it down unless it stands there; a repetition of something known is no news. */
  void record(Schedule schedule, Firing firing) {
    if (UNWANTED.contains(firing.outcome())) {
      LOG.warn(
          "Schedule {}: a firing was {}; its record tells why.",
          schedule.id(),
          firing.outcome().wire());
    }
    schedules.update(schedule.id(), row -> isKnown(row, firing) ? row : row.with(firing));
  }

  private static boolean isKnown(Schedule row, Firing firing) {
    if (firing.key() == null) {
      return row.firings().stream().anyMatch(f -> Objects.equals(f.detail(), firing.detail()));
    }
    Optional<Firing> last = row.firing(new SendKey(firing.key()));
    return last.isPresent()
        && (firing.outcome() == FiringOutcome.REPLAYED || firing.outcome() == last.get().outcome());
  }
}
