package dev.sendonce.ledger;

import dev.sendonce.send.AttemptPhase;
import dev.sendonce.send.Reason;
import dev.sendonce.send.Send;
import dev.sendonce.send.Send.Recipient;
import dev.sendonce.send.SendKey;
import dev.sendonce.send.SendState;
import java.util.List;
import org.bson.Document;

/**
 * Cancelling and giving up: no further attempt, and {@code stop} on the row keeps it so (rule 7).
 * Allowed while nothing is latched; the latch of an attempt that is only opened then misses. A
 * doubted recipient becomes uncertain again instead. Plans are pure.
 */
final class Stopping {
  private final Rewrite rewrite;
  private final Guards guards;

  Stopping(Rewrite rewrite, Guards guards) {
    this.rewrite = rewrite;
    this.guards = guards;
  }

  Transition cancel(SendKey key, String actor, String note) {
    return rewrite.run(
        key,
        (row, stamp) -> {
          if (row.stop() == Reason.CANCELLED) {
            return Step.applied(row);
          }
          boolean inTime = isPrepared(row) || isOnlyOpened(row) || !guards.has(Guard.CANCEL_STATE);
          if (row.state().isTerminal() || !inTime) {
            return Step.refused(row, Transition.Refusal.TOO_LATE);
          }
          return stop(
              row, Reason.CANCELLED, stamp.entry(Causes.CANCELLED, row.epoch(), actor, note, null));
        });
  }

  Transition giveUp(SendKey key, Reason reason, String cause) {
    return rewrite.run(
        key,
        (row, stamp) -> {
          boolean due =
              reason != Reason.EXPIRED
                  || (row.expiresAt() != null && !row.expiresAt().isAfter(stamp.at()));
          return isPrepared(row) && due
              ? stop(row, reason, stamp.entry(Causes.GIVEN_UP, row.epoch(), cause))
              : Step.missed(row);
        });
  }

  private static boolean isPrepared(Send row) {
    return row.state() == SendState.PREPARED;
  }

  private static boolean isOnlyOpened(Send row) {
    return row.state() == SendState.SMTP_INFLIGHT && row.phase() == AttemptPhase.OPENED;
  }

  private Step stop(Send row, Reason reason, Entry entry) {
    List<Recipient> after =
        row.recipients().stream().map(recipient -> stopped(recipient, reason)).toList();
    Change change =
        Change.derived(Derivation.of(after, row.state()), null, entry)
            .recipients(row.recipients(), after)
            .stop(reason)
            .set(Row.RETRY_AT, null);
    Document filter = new Document();
    if (guards.has(Guard.CANCEL_STATE)) {
      filter.append(Row.STATE, row.state().wire());
    }
    if (isOnlyOpened(row)) {
      if (guards.has(Guard.CANCEL_STATE)) {
        filter.append(Row.PHASE, AttemptPhase.OPENED.wire());
      }
      row.attempt(row.epoch())
          .ifPresent(
              newest -> change.outcome(newest, "not_accepted", "Stopped before end of data."));
    }
    return Step.write(filter, change);
  }

  private Recipient stopped(Recipient recipient, Reason reason) {
    boolean concerned =
        guards.has(Guard.CANCEL_STATE)
            ? recipient.outcome().isSendable()
            : RecipientRules.isOpen(recipient);
    return concerned ? RecipientRules.givenUp(recipient, reason) : recipient;
  }
}
