package dev.sendonce.api.schedule;

import dev.sendonce.schedule.MissedFirings;
import dev.sendonce.schedule.Schedule;
import dev.sendonce.schedule.Schedule.State;
import dev.sendonce.schedule.Schedules;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Walks over all schedules: completes what a request could not finish, brings Temporal's schedules
 * back when they are lost, and shows firings that did not happen. Two of them at once do no harm.
 * For one thread.
 */
public final class ScheduleGuard implements Runnable {
  private static final int PAGE = 100;

  /** A request for a schedule is answered long before. */
  private static final Duration ABANDONED = Duration.ofMinutes(1);

  /** How long Temporal is believed to have a schedule as it was applied. */
  private static final Duration TRUST = Duration.ofHours(1);

  private final Schedules schedules;
  private final ScheduleBell bell;
  private final MissedFirings missed;
  private final Clock clock;
  private final Map<String, Check> checked = new HashMap<>();

  public ScheduleGuard(
      Schedules schedules, ScheduleChanges changes, MissedFirings missed, Clock clock) {
    this.schedules = schedules;
    this.bell = changes.bell();
    this.missed = missed;
    this.clock = clock;
  }

  /** One walk; throws the driver's exceptions when the database does not answer. */
  @Override
  public void run() {
    List<Schedule> page = schedules.list("", PAGE);
    while (!page.isEmpty()) {
      page.forEach(this::visit);
      page = page.size() < PAGE ? List.of() : schedules.list(page.get(PAGE - 1).id(), PAGE);
    }
  }

  private void visit(Schedule schedule) {
    switch (schedule.state()) {
      case CREATING -> abandon(schedule);
      case REMOVING -> bell.remove(schedule.id());
      case ACTIVE -> {
        missed.note(schedule);
        check(schedule);
      }
    }
  }

  /** Nobody was told that it exists, so it never did. */
  private void abandon(Schedule schedule) {
    if (clock.instant().isAfter(schedule.updatedAt().plus(ABANDONED))) {
      schedules.update(schedule.id(), row -> row.equals(schedule) ? row.in(State.REMOVING) : row);
    }
  }

  private void check(Schedule schedule) {
    Instant now = clock.instant();
    Check last = checked.get(schedule.id());
    boolean known = last != null && last.isOf(schedule) && now.isBefore(last.at().plus(TRUST));
    if (schedule.applied() && known) {
      return;
    }
    Schedule after = schedule.applied() ? bell.restore(schedule) : bell.apply(schedule);
    if (after.applied()) {
      checked.put(schedule.id(), new Check(schedule.createdAt(), now));
    }
  }

  /** When Temporal was last found to have a schedule; one made again is another one. */
  private record Check(Instant createdAt, Instant at) {
    boolean isOf(Schedule schedule) {
      return createdAt.equals(schedule.createdAt());
    }
  }
}
