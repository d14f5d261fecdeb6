package dev.sendonce.schedule;

import dev.sendonce.ledger.Ledger;
import dev.sendonce.ledger.Transition;
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
 * Keeps the letters of one schedule apart as its overlap policy says. A firing puts its key into
 * the row, by compare-and-set, before its letter is accepted, so that of two firings at once one
 * finds the other. Thread-safe.
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

  /** Why the letter must not go now; empty when it may, and then its key is in the row. */
  Optional<String> obstacle(Schedule schedule, SendKey key) {
    if (schedule.terms().overlap() == Overlap.ALLOW) {
      return Optional.empty();
    }
    Schedule seen = schedule;
    while (true) {
      List<UnderWay> others =
          seen.underWay().stream()
              .filter(letter -> !letter.key().equals(key.value()))
              .filter(this::isUnfinished)
              .toList();
      if (!others.isEmpty() && schedule.terms().overlap() == Overlap.FORBID) {
        return Optional.of("The letter " + others.get(0).key() + " is not finished.");
      }
      Optional<Schedule> after = claim(seen, key, others);
      if (after.isEmpty() || holds(after.get(), key)) {
        others.forEach(letter -> replace(letter, key));
        return Optional.empty();
      }
      seen = after.get();
    }
  }

  /** A letter that went out of turn is in the way of the next firing, too. */
  void remember(Schedule schedule, SendKey key) {
    if (schedule.terms().overlap() != Overlap.ALLOW) {
      schedules.update(schedule.id(), row -> holds(row, key) ? row : with(row, key));
    }
  }

  /** Its letter was not accepted. */
  void forget(Schedule schedule, SendKey key) {
    Predicate<UnderWay> other = letter -> !letter.key().equals(key.value());
    schedules.update(
        schedule.id(), row -> row.withUnderWay(row.underWay().stream().filter(other).toList()));
  }

  private Optional<Schedule> claim(Schedule seen, SendKey key, List<UnderWay> others) {
    return schedules.update(
        seen.id(),
        row -> row.underWay().equals(seen.underWay()) ? with(row.withUnderWay(others), key) : row);
  }

  private Schedule with(Schedule row, SendKey key) {
    List<UnderWay> letters = new ArrayList<>(row.underWay());
    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    letters.add(new UnderWay(key.value(), now));
    return row.withUnderWay(letters);
  }

  private static boolean holds(Schedule row, SendKey key) {
    return row.underWay().stream().anyMatch(letter -> letter.key().equals(key.value()));
  }

  private boolean isUnfinished(UnderWay letter) {
    Optional<Send> send = ledger.find(new SendKey(letter.key()));
    if (send.isPresent()) {
      return !send.get().state().isTerminal();
    }
    if (clock.instant().isAfter(letter.since().plus(LEFT_BEHIND))) {
      return false;
    }
    throw new IllegalStateException("An earlier letter is just being accepted; tried again.");
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
