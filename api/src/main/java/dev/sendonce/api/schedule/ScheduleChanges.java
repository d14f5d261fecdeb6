package dev.sendonce.api.schedule;

import dev.sendonce.api.engine.ScheduleEngine;
import dev.sendonce.api.engine.ScheduleEngine.Answer;
import dev.sendonce.schedule.LetterTemplate;
import dev.sendonce.schedule.Schedule;
import dev.sendonce.schedule.Schedule.Pause;
import dev.sendonce.schedule.Schedule.State;
import dev.sendonce.schedule.Schedules;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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
  private final Clock clock;

  public ScheduleChanges(Schedules schedules, ScheduleEngine engine, Clock clock) {
    this.schedules = schedules;
    this.engine = engine;
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
        if (!finishRemoval(id)) {
          return new Unreachable();
        }
      } else {
        return existing(found.get(), terms);
      }
    }
  }

  private Creation existing(Schedule found, Schedule.Terms terms) {
    List<String> fields = differing(found.terms(), terms);
    if (!fields.isEmpty()) {
      return new Differs(fields);
    }
    if (found.state() == State.CREATING) {
      return activate(found, false);
    }
    return new Existed(
        schedules.update(found.id(), row -> row.actingWith(terms.apiKey())).orElse(found));
  }

  private Creation activate(Schedule row, boolean fresh) {
    Answer answer = engine.apply(row);
    if (answer != Answer.DONE) {
      schedules.update(row.id(), r -> r.state() == State.CREATING ? r.in(State.REMOVING) : r);
      finishRemoval(row.id());
      return answer == Answer.REFUSED ? new UnknownZone() : new Unreachable();
    }
    Optional<Schedule> active =
        schedules.update(
            row.id(), r -> r.state() == State.CREATING ? r.in(State.ACTIVE).withApplied(true) : r);
    if (active.isEmpty() || active.get().state() != State.ACTIVE) {
      return new Unreachable();
    }
    return fresh ? new Created(active.get()) : new Existed(active.get());
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
    return changed(id, row -> row.paused(null).watchedUntil(now()));
  }

  private Optional<Schedule> changed(String id, UnaryOperator<Schedule> change) {
    return schedules.update(id, change).map(this::apply);
  }

  /** Tells Temporal; the row says afterwards whether that worked. */
  Schedule apply(Schedule row) {
    if (engine.apply(row) != Answer.DONE) {
      return row;
    }
    return schedules
        .update(row.id(), r -> Objects.equals(r.pause(), row.pause()) ? r.withApplied(true) : r)
        .orElse(row);
  }

  /** From now on no firing makes a send, and the schedule is gone for every client. */
  void remove(String id) {
    schedules.update(id, row -> row.in(State.REMOVING));
    finishRemoval(id);
  }

  /** True when Temporal's schedule and the row are gone. */
  boolean finishRemoval(String id) {
    if (engine.remove(id) == Answer.UNREACHABLE) {
      return false;
    }
    schedules.delete(id);
    return true;
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
