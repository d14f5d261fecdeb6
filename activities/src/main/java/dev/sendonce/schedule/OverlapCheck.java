package dev.sendonce.schedule;

import dev.sendonce.ledger.Ledger;
import dev.sendonce.ledger.Transition;
import dev.sendonce.schedule.Schedule.State;
import dev.sendonce.schedule.Schedule.UnderWay;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the letters of one schedule apart as its overlap policy says, and holds them back while it
 * is paused. A firing puts its key into the row, by compare-and-set, before its letter is accepted,
 * so that of two firings at once one finds the other, and so that a pause or a removal comes either
 * before the key or after it. Thread-safe.
 */
final class OverlapCheck {
  private static final Logger LOG = LoggerFactory.getLogger(OverlapCheck.class);
  private static final String ACTOR = "schedule";

  /**
   * A key without a send for so long was left behind by a firing that was ended. This time licenses
   * no second letter of a key, only the letter of another time beside one that may still come.
   */
  private static final Duration LEFT_BEHIND = Duration.ofMinutes(2);

  private final Schedules schedules;
  private final Ledger ledger;
  private final Consumer<SendKey> changed;
  private final Clock clock;

  OverlapCheck(Schedules schedules, Ledger ledger, Consumer<SendKey> changed, Clock clock) {
    this.schedules = schedules;
    this.ledger = ledger;
    this.changed = changed;
    this.clock = clock;
  }

  /**
   * Why the letter must not go now; empty when it may, and then its key is in the row.
   *
   * @param schedule as it was read before; what the row says now decides
   */
  Optional<Obstacle> obstacle(Schedule schedule, SendKey key, Due due) {
    Schedule seen = schedule;
    while (true) {
      Optional<Obstacle> closed = closed(seen, due);
      if (closed.isPresent()) {
        return closed;
      }
      List<UnderWay> others = others(seen, key);
      Optional<Obstacle> overlap = overlap(schedule, others, due);
      if (overlap.isPresent()) {
        return overlap;
      }
      Optional<Schedule> after = claim(seen, key, others, due);
      if (after.isEmpty()) {
        return Optional.of(gone());
      }
      seen = after.get();
      if (!seen.createdAt().equals(schedule.createdAt())) {
        throw new IllegalStateException("The schedule was made anew; tried again.");
      }
      if (closed(seen, due).isEmpty() && holds(seen, key)) {
        return Optional.empty();
      }
    }
  }

  /** Why nothing may go that is due now; a backfill may reach into a pause that is over. */
  static Optional<Obstacle> closed(Schedule row, Due due) {
    if (row.state() == State.REMOVING) {
      return Optional.of(gone());
    }
    if (row.pause() != null) {
      return Optional.of(new Obstacle(FiringOutcome.PAUSED, row.pause().reason()));
    }
    return row.pauses().cover(due.at()) && !due.isBackfill(row)
        ? Optional.of(new Obstacle(FiringOutcome.PAUSED, "It was paused at that time."))
        : Optional.empty();
  }

  static Obstacle gone() {
    return new Obstacle(FiringOutcome.REFUSED, "There is no such schedule any more.");
  }

  /** The letters of a backfill go one after another, because each was ordered. */
  private static Optional<Obstacle> overlap(Schedule schedule, List<UnderWay> others, Due due) {
    if (others.isEmpty() || schedule.terms().overlap() == Overlap.ALLOW) {
      return Optional.empty();
    }
    String sentence = "The letter " + others.get(0).key() + " is not finished.";
    if (due.isBackfill(schedule)) {
      throw new IllegalStateException(sentence + " This one was backfilled and waits for it.");
    }
    return schedule.terms().overlap() == Overlap.FORBID
        ? Optional.of(new Obstacle(FiringOutcome.SKIPPED, sentence))
        : Optional.empty();
  }

  /** Those to be kept beside the key: unfinished ones, or new ones where nobody has to wait. */
  private List<UnderWay> others(Schedule seen, SendKey key) {
    Predicate<UnderWay> kept =
        seen.terms().overlap() == Overlap.ALLOW
            ? letter -> !isLeftBehind(letter)
            : this::isUnfinished;
    return seen.underWay().stream()
        .filter(letter -> !letter.key().equals(key.value()))
        .filter(kept)
        .toList();
  }

  /**
   * A letter out of turn is in the way of the next firing, too.
   *
   * @return since when it has been in the row; the same however often it is ordered, as long as it
   *     may be under way
   */
  Instant remember(Schedule schedule, SendKey key) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    return schedules
        .update(schedule.id(), row -> holds(row, key) ? row : with(row, row.underWay(), key, now))
        .flatMap(row -> find(row, key))
        .map(UnderWay::since)
        .orElse(now);
  }

  /** Its letter was not accepted. */
  void forget(Schedule schedule, SendKey key) {
    Predicate<UnderWay> other = letter -> !letter.key().equals(key.value());
    schedules.update(
        schedule.id(), row -> row.withUnderWay(row.underWay().stream().filter(other).toList()));
  }

  /**
   * Where letters replace each other, cancels those that were under way before this one. To be
   * called when its letter is accepted, so that a letter that cannot go replaces nothing.
   */
  void replaceEarlier(Schedule schedule, SendKey key) {
    if (schedule.terms().overlap() != Overlap.REPLACE) {
      return;
    }
    schedules
        .find(schedule.id())
        .filter(row -> holds(row, key))
        .map(Schedule::underWay)
        .orElse(List.of())
        .stream()
        .takeWhile(letter -> !letter.key().equals(key.value()))
        .filter(this::isUnfinished)
        .forEach(letter -> replace(letter, key));
  }

  private Optional<Schedule> claim(Schedule seen, SendKey key, List<UnderWay> others, Due due) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    return schedules.update(
        seen.id(),
        row ->
            row.underWay().equals(seen.underWay())
                    && row.createdAt().equals(seen.createdAt())
                    && closed(row, due).isEmpty()
                ? with(row, others, key, now)
                : row);
  }

  private static Schedule with(Schedule row, List<UnderWay> others, SendKey key, Instant since) {
    List<UnderWay> letters = new ArrayList<>(others);
    letters.add(new UnderWay(key.value(), since));
    return row.withUnderWay(letters);
  }

  private static boolean holds(Schedule row, SendKey key) {
    return find(row, key).isPresent();
  }

  private static Optional<UnderWay> find(Schedule row, SendKey key) {
    return row.underWay().stream().filter(l -> l.key().equals(key.value())).findFirst();
  }

  private boolean isUnfinished(UnderWay letter) {
    Optional<Send> send = ledger.find(new SendKey(letter.key()));
    if (send.isPresent()) {
      return !send.get().state().isTerminal();
    }
    if (isLeftBehind(letter)) {
      return false;
    }
    throw new IllegalStateException("An earlier letter is just being accepted; tried again.");
  }

  private boolean isLeftBehind(UnderWay letter) {
    return clock.instant().isAfter(letter.since().plus(LEFT_BEHIND));
  }

  /** What may have been handed over stays; the ledger decides. */
  private void replace(UnderWay letter, SendKey by) {
    SendKey key = new SendKey(letter.key());
    Transition answer = ledger.cancel(key, ACTOR, "replaced by " + by);
    if (answer instanceof Transition.Applied) {
      changed.accept(key);
    } else {
      LOG.info("{} goes beside {}, which could not be held back any more.", by, key);
    }
  }
}
