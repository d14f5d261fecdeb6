package dev.sendonce.ledger;

import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import org.bson.Document;

/**
 * Transitions whose result is derived from the whole row: read with majority, decide, write with
 * the semantic guards and the version that was read, and begin again when the write missed. The
 * write carries a random token into the timeline; after an unanswered write the next read shows
 * whether it was applied, and if it is applied later, the version keeps it from being applied on
 * top of another. Thread-safe.
 */
final class Rewrite {
  /** Decides what to do about a row, in a pure way. */
  interface Plan {
    Step decide(Send row, Stamp stamp);
  }

  private final SendStore store;
  private final ActiveSends active;
  private final Clock clock;
  private final Guards guards;
  private final Patience patience;

  Rewrite(SendStore store, ActiveSends active, Clock clock, Guards guards, Patience patience) {
    this.store = store;
    this.active = active;
    this.clock = clock;
    this.guards = guards;
    this.patience = patience;
  }

  /**
   * Runs the plan until the row or the plan answers.
   *
   * @throws LedgerUnavailableException when no definite answer could be had in time
   */
  Transition run(SendKey key, Plan plan) {
    String op = UUID.randomUUID().toString();
    Patience.Waiting waiting = patience.start();
    Send guarded = null;
    Step.Write last = null;
    Exception cause = null;
    do {
      try {
        Optional<Document> read = store.find(key.value());
        if (read.isEmpty()) {
          return new Transition.NotFound();
        }
        Send row = SendCodec.decode(read.get());
        if (SendCodec.holdsOperation(read.get(), op)) {
          return applied(row, row);
        }
        if (guarded != null && guarded.version() == row.version() && last.whenGuarded() != null) {
          return last.whenGuarded().apply(row);
        }
        Step step = plan.decide(row, new Stamp(op, clock.instant()));
        if (step instanceof Step.Answer answer) {
          return answer.transition();
        }
        last = (Step.Write) step;
        if (row.state().isTerminal()) {
          active.add(key);
        }
        Optional<Document> post = write(key, row, last);
        if (post.isPresent()) {
          return applied(row, SendCodec.decode(post.get()));
        }
        guarded = row;
      } catch (UnansweredException | LedgerUnavailableException e) {
        cause = e;
        guarded = null;
      }
    } while (waiting.again());
    throw new LedgerUnavailableException("The ledger did not answer for " + key + ".", cause);
  }

  /**
   * Lists a finished send once more: a process that was frozen between listing it and the write may
   * have slept until a sweep took it off the list, and then nobody would publish this change.
   */
  private Transition applied(Send before, Send after) {
    if (before.state().isTerminal()) {
      active.add(after.key());
    }
    return new Transition.Applied(after);
  }

  private Optional<Document> write(SendKey key, Send row, Step.Write step)
      throws UnansweredException {
    Document filter = new Document(Row.ID, key.value());
    filter.putAll(step.guards());
    if (guards.has(Guard.VERSION)) {
      filter.append(Row.VERSION, row.version());
    }
    Change change = step.change();
    return store.findOneAndUpdate(filter, change.update(), change.arrayFilters());
  }
}
