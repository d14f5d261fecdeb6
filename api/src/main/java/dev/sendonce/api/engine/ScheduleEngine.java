package dev.sendonce.api.engine;

import dev.sendonce.schedule.Schedule;
import java.net.URI;

/**
 * Temporal's schedules, as the REST side sees them: they say when, and nothing else. What they are
 * told can be told again at any time.
 */
public interface ScheduleEngine {
  /** Makes Temporal's schedule what the row says. Answers within seconds and never throws. */
  Answer apply(Schedule schedule);

  /**
   * The same for a row that Temporal has been told before, when it may have been lost or changed
   * since. A pause that somebody ordered in Temporal itself is left alone; one that came from a row
   * which does not say so any more is not.
   */
  Answer restore(Schedule schedule);

  /** Removes Temporal's schedule; one that is not there is removed. */
  Answer remove(String id);

  /** What became of it. */
  enum Answer {
    DONE,
    /** Temporal could not be reached; nothing may have happened. */
    UNREACHABLE,
    /** Temporal does not take it, because it does not know the zone. */
    REFUSED
  }

  /** The page of the schedule in the Temporal UI. */
  URI uiLink(String id);
}
