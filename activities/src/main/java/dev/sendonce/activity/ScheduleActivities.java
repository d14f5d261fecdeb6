package dev.sendonce.activity;

import io.temporal.activity.ActivityInterface;
import java.time.Instant;

/** What a firing of a schedule does; retried for ever. */
@ActivityInterface
public interface ScheduleActivities {
  /**
   * Accepts the letter of one firing under the key made of schedule and nominal local time, unless
   * the schedule's row says otherwise. Doing it again sends nothing again.
   *
   * @param schedule its id
   * @param due the time for which Temporal fired
   * @param startedAt when Temporal fired
   */
  ScheduledFiring fire(String schedule, Instant due, Instant startedAt);
}
