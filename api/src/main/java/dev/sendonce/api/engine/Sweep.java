package dev.sendonce.api.engine;

import dev.sendonce.activity.LedgerActivities;
import dev.sendonce.ledger.ActiveSends;
import dev.sendonce.ledger.ActiveSends.ActiveSend;
import dev.sendonce.ledger.Ledger;
import dev.sendonce.send.Send;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A walk over the unfinished sends. Starts workflows that are missing, wakes those that missed a
 * change, settles attempts that nobody reported, and clears the work list.
 *
 * <p>Safe on every node at once and at any moment: a start is refused by Temporal while a run is
 * open, a settlement and a removal are guarded in the database, a wake only makes somebody look.
 * For one thread.
 */
final class Sweep {
  private static final int PAGE = 200;
  private static final int MOST_QUIET_CHECKS = 50;
  private static final Duration YOUNG = Duration.ofSeconds(3);
  private static final Duration BETWEEN_CHECKS = Duration.ofSeconds(15);

  /** Longer than a call to the ledger, so that nobody is just about to add a transition. */
  private static final Duration QUIET = Duration.ofMinutes(1);

  private static final Duration QUIET_WITHOUT_ROW = Duration.ofDays(1);

  private final ActiveSends active;
  private final Ledger ledger;
  private final LedgerActivities transitions;
  private final TemporalEngine engine;
  private final Overdue overdue;
  private final Predicate<Send> published;
  private final Clock clock;
  private final CheckTimes quietChecks = new CheckTimes(BETWEEN_CHECKS, 1, BETWEEN_CHECKS);
  private final CheckTimes overdueChecks = new CheckTimes(BETWEEN_CHECKS, 2, Duration.ofMinutes(5));
  private final CheckTimes wakes = new CheckTimes(Duration.ofSeconds(10), 6, Duration.ofHours(1));
  private String quietAfter = "";

  Sweep(
      ActiveSends active,
      Ledger ledger,
      LedgerActivities transitions,
      TemporalEngine engine,
      Overdue overdue,
      Predicate<Send> published,
      Clock clock) {
    this.active = active;
    this.ledger = ledger;
    this.transitions = transitions;
    this.engine = engine;
    this.overdue = overdue;
    this.published = published;
    this.clock = clock;
  }

  /** Walks the whole list once. A ledger that does not answer is thrown; the next walk goes on. */
  SweepReport run() {
    Tally tally = new Tally(engine.ping());
    if (tally.temporal) {
      tally.woken += engine.repeatMissedWakes();
    }
    List<ActiveSend> page = active.list(null, PAGE);
    while (!page.isEmpty()) {
      page.forEach(listed -> visit(listed, tally));
      page = page.size() < PAGE ? List.of() : active.list(page.get(PAGE - 1).key(), PAGE);
    }
    if (tally.quietChecks < MOST_QUIET_CHECKS) {
      quietAfter = "";
    }
    return tally.report();
  }

  private void visit(ActiveSend listed, Tally tally) {
    Optional<Send> row = ledger.find(listed.key());
    if (row.isEmpty()) {
      tally.removed += active.remove(listed, QUIET_WITHOUT_ROW) ? 1 : 0;
    } else if (row.get().state().isTerminal()) {
      quietChecks.forget(row.get());
      overdueChecks.forget(row.get());
      wakes.forget(row.get());
      boolean removed = published.test(row.get()) && active.remove(listed, QUIET);
      tally.removed += removed ? 1 : 0;
    } else {
      tally.unfinished++;
      unfinished(row.get(), clock.instant(), tally);
    }
  }

  private void unfinished(Send send, Instant now, Tally tally) {
    if (overdue.isAbandoned(send, now)) {
      transitions.settle(send.key().value(), send.epoch(), false);
      tally.settled++;
    }
    if (tally.temporal && isDue(send, now, tally)) {
      check(send, now, tally);
    }
  }

  /**
   * Overdue sends at once, then ever more rarely: they may simply stand in a long queue. The others
   * in turn, so that ten thousand of them are no flood.
   */
  private boolean isDue(Send send, Instant now, Tally tally) {
    if (now.isBefore(send.updatedAt().plus(YOUNG))) {
      return false;
    }
    if (overdue.isOverdue(send, now)) {
      boolean due = overdueChecks.isDue(send, now);
      if (due) {
        overdueChecks.checked(send, now);
      }
      return due;
    }
    String key = send.key().value();
    if (tally.quietChecks >= MOST_QUIET_CHECKS
        || key.compareTo(quietAfter) <= 0
        || !quietChecks.isDue(send, now)) {
      return false;
    }
    tally.quietChecks++;
    quietAfter = key;
    quietChecks.checked(send, now);
    return true;
  }

  private void check(Send send, Instant now, Tally tally) {
    switch (engine.ensureRunning(send)) {
      case STARTED -> tally.started++;
      case UNKNOWN -> tally.temporal = false;
      case UNREADABLE -> {
        // it was logged; the others can still be helped
      }
      case KNOWN_BEFORE -> EarlierLife.park(ledger, send);
      case RUNNING -> {
        if (overdue.isOverdue(send, now) && wakes.isDue(send, now)) {
          wakes.checked(send, now);
          engine.wake(send.key());
          tally.woken++;
        }
      }
    }
  }

  /** What one walk found and did. */
  private static final class Tally {
    private boolean temporal;
    private int started;
    private int woken;
    private int settled;
    private int removed;
    private int unfinished;
    private int quietChecks;

    Tally(boolean temporal) {
      this.temporal = temporal;
    }

    SweepReport report() {
      return new SweepReport(started, woken, settled, removed, unfinished);
    }
  }
}
