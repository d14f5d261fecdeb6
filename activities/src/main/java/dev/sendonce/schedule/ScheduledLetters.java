package dev.sendonce.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sendonce.activity.ScheduleActivities;
import dev.sendonce.activity.ScheduledFiring;
import dev.sendonce.intake.Acceptance;
import dev.sendonce.intake.Submitter;
import dev.sendonce.ledger.Ledger;
import dev.sendonce.schedule.Schedule.State;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Makes the sends of schedules. What holds a letter back is decided here, from the schedule's row
 * and the ledger; that no letter goes twice is decided by its key alone. Thread-safe.
 */
public final class ScheduledLetters implements ScheduleActivities {
  private final Schedules schedules;
  private final Ledger ledger;
  private final Acceptor acceptor;
  private final Consumer<Send> accepted;
  private final Function<String, Optional<Submitter>> grants;
  private final OverlapCheck overlap;
  private final FiringLog log;
  private final LetterOutOfTurn outOfTurn;
  private final BiFunction<Schedule, LocalDateTime, SendKey> keys;
  private final Clock clock;

  /** Accepts one request, as a POST would. */
  @FunctionalInterface
  public interface Acceptor {
    /** See {@link dev.sendonce.intake.Intake}. */
    Acceptance accept(Submitter submitter, SendKey key, JsonNode request);
  }

  /**
   * Joins the parts.
   *
   * @param accepted told of every accepted send, to start its workflow
   * @param changed told of every send that was cancelled, to wake its workflow
   * @param grants what an API key allows now, by its id; empty when it was revoked
   */
  public ScheduledLetters(
      Schedules schedules,
      Ledger ledger,
      Acceptor acceptor,
      Consumer<Send> accepted,
      Consumer<SendKey> changed,
      Function<String, Optional<Submitter>> grants,
      Clock clock) {
    this(schedules, ledger, acceptor, accepted, changed, grants, Schedule::key, clock);
  }

  /** With other keys than {@link Schedule#key}, to show what they are for. */
  ScheduledLetters(
      Schedules schedules,
      Ledger ledger,
      Acceptor acceptor,
      Consumer<Send> accepted,
      Consumer<SendKey> changed,
      Function<String, Optional<Submitter>> grants,
      BiFunction<Schedule, LocalDateTime, SendKey> keys,
      Clock clock) {
    this.schedules = schedules;
    this.ledger = ledger;
    this.acceptor = acceptor;
    this.accepted = accepted;
    this.grants = grants;
    this.overlap = new OverlapCheck(schedules, ledger, changed, clock);
    this.log = new FiringLog(schedules, clock);
    this.outOfTurn = new LetterOutOfTurn(ledger, acceptor, overlap, log, clock);
    this.keys = keys;
    this.clock = clock;
  }

  @Override
  public ScheduledFiring fire(String id, Instant due, Instant startedAt) {
    Optional<Schedule> found = schedules.find(id);
    if (found.isEmpty() || found.get().state() == State.REMOVING) {
      return answer(firing(null, null, OverlapCheck.gone()));
    }
    Schedule schedule = found.get();
    if (schedule.state() == State.CREATING) {
      throw new IllegalStateException("The schedule is just being created; tried again.");
    }
    Optional<LocalDateTime> nominal = schedule.timetable().nominalAt(due);
    Firing firing =
        nominal.isPresent()
            ? fire(schedule, nominal.get(), new Due(due, startedAt))
            : log.firing(
                null,
                null,
                FiringOutcome.STRAY,
                "Fired for " + due + ", which is no time of the rule; use trigger for that.");
    log.record(schedule, firing);
    return answer(firing);
  }

  private Firing fire(Schedule schedule, LocalDateTime nominal, Due due) {
    SendKey key = keys.apply(schedule, nominal);
    if (ledger.find(key).isPresent()) {
      return accept(schedule, nominal, key);
    }
    Optional<Obstacle> closed = OverlapCheck.closed(schedule, due);
    if (closed.isPresent()) {
      return firing(nominal, key, closed.get());
    }
    if (isTooLate(schedule, due)) {
      return log.firing(
          nominal, key, FiringOutcome.MISSED, "No worker took it within the catch-up window.");
    }
    if (submitter(schedule, key).isEmpty()) {
      return refused(schedule, nominal, key);
    }
    Optional<Obstacle> obstacle = overlap.obstacle(schedule, key, due);
    return obstacle.isPresent()
        ? firing(nominal, key, obstacle.get())
        : accept(schedule, nominal, key);
  }

  private boolean isTooLate(Schedule schedule, Due due) {
    Instant latest = due.startedAt().plus(schedule.terms().catchUp());
    return clock.instant().isAfter(latest) && !due.isBackfill(schedule);
  }

  private Firing accept(Schedule schedule, LocalDateTime nominal, SendKey key) {
    Optional<Submitter> submitter = submitter(schedule, key);
    if (submitter.isEmpty()) {
      return refused(schedule, nominal, key);
    }
    JsonNode request = LetterTemplate.of(schedule).ofFiring(nominal);
    Acceptance answer = acceptor.accept(submitter.get(), key, request);
    if (answer instanceof Acceptance.Accepted done) {
      overlap.replaceEarlier(schedule, key);
      accepted.accept(done.send());
      return log.firing(nominal, key, FiringOutcome.ACCEPTED, null);
    }
    if (answer instanceof Acceptance.Replayed) {
      overlap.replaceEarlier(schedule, key);
      return log.firing(nominal, key, FiringOutcome.REPLAYED, null);
    }
    if (answer instanceof Acceptance.InProgress) {
      throw new IllegalStateException("The same key is being accepted; tried again.");
    }
    overlap.forget(schedule, key);
    return log.firing(nominal, key, FiringOutcome.REFUSED, Refusals.sentence(answer));
  }

  /** The API key's grants of today, as a POST with it would be judged. */
  private Optional<Submitter> submitter(Schedule schedule, SendKey key) {
    return grants
        .apply(schedule.terms().apiKey())
        .filter(s -> s.client().equals(schedule.terms().client()))
        .filter(s -> s.keyPrefix().map(key.value()::startsWith).orElse(true));
  }

  private Firing refused(Schedule schedule, LocalDateTime nominal, SendKey key) {
    return log.firing(
        nominal,
        key,
        FiringOutcome.REFUSED,
        "The API key "
            + schedule.terms().apiKey()
            + " was revoked or may not use this key; repeat the POST of the schedule with another"
            + " one.");
  }

  /**
   * A letter out of turn, on a person's order: it goes whatever is under way, and also while the
   * schedule is paused.
   *
   * @param submitter what the API key behind the order allows
   */
  public Acceptance trigger(Schedule schedule, Submitter submitter, SendKey key) {
    return outOfTurn.order(schedule, submitter, key);
  }

  private Firing firing(LocalDateTime nominal, SendKey key, Obstacle obstacle) {
    return log.firing(nominal, key, obstacle.outcome(), obstacle.detail());
  }

  private static ScheduledFiring answer(Firing firing) {
    LocalDateTime nominal = firing.scheduledFor();
    return new ScheduledFiring(
        firing.key(),
        nominal == null ? null : nominal.toString(),
        firing.outcome().wire(),
        firing.detail());
  }
}
