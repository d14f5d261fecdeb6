package dev.sendonce.api.schedule;

import dev.sendonce.api.engine.ScheduleEngine;
import dev.sendonce.api.engine.ScheduleEngine.Answer;
import dev.sendonce.schedule.LetterTemplate;
import dev.sendonce.schedule.Pauses.Pause;
import dev.sendonce.schedule.Schedule;
import dev.sendonce.schedule.Schedule.State;
import dev.sendonce.schedule.Schedules;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Creates, pauses and removes schedules: first the row, which decides, then Temporal's schedule,
 * which only rings. A row without its bell is found and completed by {@link ScheduleGuard}; a bell
 * without its row rings for nothing. Thread-safe.
 */
public final class ScheduleChanges {
  private final Schedules schedules;
  private final ScheduleEngine engine;
  private final ScheduleBell bell;
  private final Clock clock;

  public ScheduleChanges(Schedules schedules, ScheduleEngine engine, Clock clock) {
    this.schedules = schedules;
    this.engine = engine;
    this.bell = new ScheduleBell(schedules, engine);
    this.clock = clock;
  }

  /** What became of a request for a schedule. */
  sealed interface Creation {}

  /** It exists from now on. */
  record Created(Schedule schedule) implements Creation {}

  /** It existed, and is what was asked for. */
  record Existed(Schedule schedule) implements Creation {}

  /** It exists and is another one. */
  record Differs(List<String> fields) implements Creation {}

  /** It is another client's. */
  record Taken() implements Creation {}

  /** Temporal does not answer; nothing is left behind that could fire. */
  record Unreachable() implements Creation {}

  /** Temporal does not know the zone; nothing is left behind. */
  record UnknownZone() implements Creation {}

  /** Makes a schedule, or finds it made. */
  Creation create(String id, Schedule.Terms terms) {
    while (true) {
      Optional<Schedule> found = schedules.find(id);
      if (found.isEmpty()) {
        Schedule fresh = Schedule.create(id, terms, now());
        if (schedules.insert(fresh)) {
          return activate(fresh, true);
        }
      } else if (!found.get().terms().client().equals(terms.client())) {
        return new Taken();
      } else if (found.get().state() == State.REMOVING) {
        if (!bell.remove(id)) {
          return new Unreachable();
        }
      } else {
        Optional<Creation> answer = existing(found.get(), terms);
        if (answer.isPresent()) {
          return answer.get();
        }
      }
    }
  }

  /** Empty when it has been removed in the meantime. */
  private Optional<Creation> existing(Schedule found, Schedule.Terms terms) {
    List<String> fields = differing(found.terms(), terms);
    if (!fields.isEmpty()) {
      return Optional.of(new Differs(fields));
    }
    if (found.state() == State.CREATING) {
      return Optional.of(activate(found, false));
    }
    return schedules
        .update(found.id(), r -> isActive(r, found) ? r.actingWith(terms.apiKey()) : r)
        .filter(r -> isActive(r, found))
        .map(Existed::new);
  }

  /** And not made again by somebody else. */
  private static boolean isActive(Schedule now, Schedule before) {
    return now.state() == State.ACTIVE && now.createdAt().equals(before.createdAt());
  }

  private Creation activate(Schedule row, boolean fresh) {
    Answer answer = engine.apply(row);
    Optional<Schedule> after = answer == Answer.DONE ? bell.told(row) : givenUp(row);
    if (after.filter(r -> isActive(r, row)).isPresent()) {
      return fresh && answer == Answer.DONE ? new Created(after.get()) : new Existed(after.get());
    }
    return answer == Answer.REFUSED ? new UnknownZone() : new Unreachable();
  }

  /** Another request for the same schedule may have been luckier; that one's stays. */
  private Optional<Schedule> givenUp(Schedule row) {
    Optional<Schedule> after =
        schedules.update(row.id(), r -> r.state() == State.CREATING ? r.in(State.REMOVING) : r);
    if (after.isPresent() && after.get().state() == State.REMOVING) {
      bell.remove(row.id());
    }
    return after;
  }

  /** The fields that differ, by their names in a request. */
  private static List<String> differing(Schedule.Terms a, Schedule.Terms b) {
    List<String> fields = new ArrayList<>();
    add(fields, a.catchUp().equals(b.catchUp()), "catchUpWindow");
    add(fields, a.overlap() == b.overlap(), "overlap");
    add(fields, a.rule().equals(b.rule()), "rule");
    add(fields, LetterTemplate.same(a.template(), b.template()), "template");
    add(fields, a.zone().equals(b.zone()), "timeZone");
    return fields;
  }

  private static void add(List<String> fields, boolean same, String name) {
    if (!same) {
      fields.add(name);
    }
  }

  /** From now on no firing makes a send. Temporal is told when it can be. */
  Optional<Schedule> pause(String id, String reason, String actor) {
    Pause pause = new Pause(reason, actor, now());
    return changed(id, row -> row.paused(pause));
  }

  /** Firings make sends again; those in between are not made up for. */
  Optional<Schedule> unpause(String id) {
    return changed(id, row -> row.unpaused(now()));
  }

  private Optional<Schedule> changed(String id, UnaryOperator<Schedule> change) {
    return schedules
        .update(id, row -> row.state() == State.ACTIVE ? change.apply(row) : row)
        .filter(row -> row.state() == State.ACTIVE)
        .map(bell::apply);
  }

  /** From now on no firing makes a send, and the schedule is gone for every client. */
  void remove(String id) {
    schedules.update(id, row -> row.in(State.REMOVING));
    bell.remove(id);
  }

  /** How Temporal is told. */
  ScheduleBell bell() {
    return bell;
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
