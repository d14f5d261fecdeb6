package dev.sendonce.ledger;

import dev.sendonce.send.AttemptPhase;
import dev.sendonce.send.RecipientOutcome;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import dev.sendonce.send.SendState;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.bson.Document;

/**
 * Ends an attempt in place of its owner. Each of the two ways is one constant write whose filter
 * holds the phase; looking at the phase first and writing later would be a duplicate (rule 4).
 * Thread-safe.
 */
final class Settling {
  private static final String IN = "in";

  private final SendStore store;
  private final Rewrite rewrite;
  private final Clock clock;
  private final Guards guards;
  private final Patience patience;

  Settling(SendStore store, Rewrite rewrite, Clock clock, Guards guards, Patience patience) {
    this.store = store;
    this.rewrite = rewrite;
    this.clock = clock;
    this.guards = guards;
    this.patience = patience;
  }

  Transition settle(
      SendKey key, int attempt, boolean ownerPresumedDead, Instant retryAt, String cause) {
    Patience.Waiting waiting = patience.start();
    UnansweredException unanswered;
    do {
      try {
        Stamp stamp = new Stamp(UUID.randomUUID().toString(), clock.instant());
        Optional<Document> hit =
            write(
                due(key, attempt, ownerPresumedDead, stamp, AttemptPhase.OPENED),
                fenceOff(attempt, stamp, retryAt, cause));
        if (hit.isEmpty()) {
          hit =
              write(
                  due(key, attempt, ownerPresumedDead, stamp, AttemptPhase.END_OF_DATA)
                      .append(Row.RECIPIENTS, new Document("$elemMatch", IN_TRANSACTION_AND_OPEN)),
                  toConfirming(attempt, stamp, cause));
        }
        return hit.isPresent()
            ? new Transition.Applied(SendCodec.decode(hit.get()))
            : remaining(key, attempt, ownerPresumedDead, cause);
      } catch (UnansweredException e) {
        // Both filters name phase and attempt: repeating them changes a row at most once.
        unanswered = e;
      }
    } while (waiting.again());
    throw new LedgerUnavailableException("The ledger did not settle " + key + ".", unanswered);
  }

  private static final Document IN_TRANSACTION_AND_OPEN =
      new Document(Row.IN_TRANSACTION, true).append(Row.OUTCOME, Opening.SENDABLE);

  private Optional<Document> write(Document filter, Change change) throws UnansweredException {
    return store.findOneAndUpdate(filter, change.update(), change.arrayFilters());
  }

  private Document due(
      SendKey key, int attempt, boolean ownerPresumedDead, Stamp stamp, AttemptPhase phase) {
    Document filter =
        new Document(Row.ID, key.value()).append(Row.STATE, SendState.SMTP_INFLIGHT.wire());
    if (phase == AttemptPhase.END_OF_DATA || guards.has(Guard.SETTLE_PHASE)) {
      filter.append(Row.PHASE, phase.wire());
    }
    if (guards.has(Guard.SETTLE_EPOCH)) {
      filter.append(Row.EPOCH, attempt);
    }
    if (!ownerPresumedDead) {
      filter.append(
          Row.attempt(attempt, Row.DEADLINE), new Document("$lte", Bson.date(stamp.at())));
    }
    return filter;
  }

  private Change fenceOff(int attempt, Stamp stamp, Instant retryAt, String cause) {
    Change change =
        new Change(SendState.PREPARED, stamp.entry(Causes.SETTLED, attempt, cause))
            .set(Row.PHASE, null)
            .at(Row.RETRY_AT, retryAt)
            .set(Row.attempt(attempt, Row.OUTCOME), "not_accepted")
            .set(Row.attempt(attempt, Row.CAUSE), cause)
            .set(Row.recipients(IN, Row.OUTCOME), RecipientOutcome.DEFERRED.wire())
            .where(new Document(IN + "." + Row.OUTCOME, RecipientOutcome.PENDING.wire()));
    return guards.has(Guard.SETTLE_FENCE) ? change.set(Row.OWNER, null) : change;
  }

  private static Change toConfirming(int attempt, Stamp stamp, String cause) {
    return new Change(SendState.CONFIRMING, stamp.entry(Causes.SETTLED, attempt, cause))
        .set(Row.OWNER, null)
        .set(Row.attempt(attempt, Row.OUTCOME), "uncertain")
        .set(Row.attempt(attempt, Row.CAUSE), cause)
        .set(Row.recipients(IN, Row.OUTCOME), RecipientOutcome.UNCERTAIN.wire())
        .where(
            new Document(IN + "." + Row.IN_TRANSACTION, true)
                .append(IN + "." + Row.OUTCOME, Opening.SENDABLE));
  }

  /**
   * Not due, settled before, or the rare attempt whose whole transaction was meanwhile found
   * accepted by the late reply of an earlier one: then nothing becomes uncertain and the state is
   * derived.
   */
  private Transition remaining(SendKey key, int attempt, boolean ownerPresumedDead, String cause) {
    return rewrite.run(
        key,
        (row, stamp) -> {
          Optional<Send.Attempt> found = row.attempt(attempt);
          if (row.state() != SendState.SMTP_INFLIGHT
              || row.phase() != AttemptPhase.END_OF_DATA
              || row.epoch() != attempt
              || found.isEmpty()
              || (!ownerPresumedDead && found.get().deadline().isAfter(stamp.at()))) {
            return Step.missed(row);
          }
          List<Send.Recipient> after =
              IntStream.range(0, row.recipients().size())
                  .mapToObj(i -> settled(found.get(), i, row.recipients().get(i)))
                  .toList();
          return Step.write(
              new Document(Row.STATE, row.state().wire())
                  .append(Row.PHASE, AttemptPhase.END_OF_DATA.wire())
                  .append(Row.EPOCH, attempt),
              Change.derived(
                      Derivation.of(after, row.state()),
                      row.phase(),
                      stamp.entry(Causes.SETTLED, attempt, cause))
                  .recipients(row.recipients(), after)
                  .outcome(found.get(), "uncertain", cause));
        });
  }

  private static Send.Recipient settled(Send.Attempt attempt, int index, Send.Recipient recipient) {
    return attempt.recipients().contains(index) && recipient.outcome().isSendable()
        ? RecipientRules.uncertain(recipient, null)
        : recipient;
  }
}
