package dev.sendonce.api.schedule;

import dev.sendonce.api.engine.ScheduleEngine;
import dev.sendonce.api.engine.ScheduleEngine.Answer;
import dev.sendonce.schedule.Schedule;
import dev.sendonce.schedule.Schedule.State;
import dev.sendonce.schedule.Schedules;
import java.util.Optional;

/**
 * Temporal's schedules, made to follow their rows. Whoever tells Temporal may be slow, so that
 * Temporal hears something old after something new; the row shows it, and it is told again.
 * Thread-safe.
 */
final class ScheduleBell {
  /** Each is a change of the row that came while Temporal was told of the one before. */
  private static final int ROUNDS = 5;

  private final Schedules schedules;
  private final ScheduleEngine engine;

  ScheduleBell(Schedules schedules, ScheduleEngine engine) {
    this.schedules = schedules;
    this.engine = engine;
  }

  /** Tells Temporal; the row says afterwards whether that worked. */
  Schedule apply(Schedule row) {
    return engine.apply(row) == Answer.DONE ? told(row).orElse(row) : row;
  }

  /** Tells Temporal again what it may have lost; the row says afterwards whether that worked. */
  Schedule restore(Schedule row) {
    return engine.restore(row) == Answer.DONE ? told(row).orElse(row) : row;
  }

  /**
   * Writes down what Temporal was told, or tells it what the row says by now. What is not settled
   * at last stays unapplied, and the guard goes on with it.
   *
   * @param row what Temporal was told
   * @return the row afterwards; empty when there is none
   */
  Optional<Schedule> told(Schedule row) {
    Schedule last = row;
    for (int round = 1; ; round++) {
      Schedule known = last;
      Optional<Schedule> after = schedules.update(row.id(), r -> marked(r, known));
      if (after.isEmpty() || after.get().state() == State.REMOVING) {
        removeAgain(row);
        return after;
      }
      last = after.get();
      if (last.applied() || round == ROUNDS || engine.apply(last) != Answer.DONE) {
        return after;
      }
    }
  }

  private static Schedule marked(Schedule row, Schedule known) {
    if (row.state() == State.REMOVING) {
      return row;
    }
    return row.rings(known) ? row.in(State.ACTIVE).withApplied(true) : row.withApplied(false);
  }

  /**
   * It was removed while Temporal was told of it; a row is left until Temporal has forgotten it.
   */
  private void removeAgain(Schedule row) {
    if (!remove(row.id())) {
      schedules.insert(row.in(State.REMOVING));
    }
  }

  /** True when Temporal's schedule and the row are gone. */
  boolean remove(String id) {
    if (engine.remove(id) == Answer.UNREACHABLE) {
      return false;
    }
    schedules.delete(id);
    // made again meanwhile, it may have lost what Temporal had just been told
    schedules.update(id, row -> row.withApplied(false));
    return true;
  }
}
