package dev.sendonce.ledger;

import dev.sendonce.send.AttemptPhase;
import dev.sendonce.send.AttemptResult;
import dev.sendonce.send.Outcome;
import dev.sendonce.send.Send;
import dev.sendonce.send.Send.Recipient;
import dev.sendonce.send.SendState;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;

/**
 * The report of an attempt that does not own the outcome any more: retired by a resend, or the send
 * has moved on (rule 7). It is kept with the attempt and shown as evidence in every case. A proof
 * of non-acceptance changes nothing else. A 2yz reply is the truth and counts as acceptance of
 * those in that transaction who are still open; if a newer attempt has not latched yet, the same
 * write takes its ownership away and so stops a needless duplicate. Pure.
 */
final class LateReport {
  private final Send.Attempt attempt;
  private final AttemptResult result;

  LateReport(Send.Attempt attempt, AttemptResult result) {
    this.attempt = attempt;
    this.result = result;
  }

  Step decide(Send row, Stamp stamp, Document token) {
    List<Recipient> after = new ArrayList<>(row.recipients());
    boolean counted = false;
    if (result.outcome() instanceof Outcome.Accepted accepted) {
      for (int i : attempt.recipients()) {
        if (RecipientRules.isOpen(after.get(i))) {
          after.set(i, RecipientRules.accepted(after.get(i), accepted.reply()));
          counted = true;
        }
      }
    }
    Entry entry =
        stamp.entry(
            Causes.LATE_REPLY,
            attempt.number(),
            Recording.entry(stamp, attempt.number(), result.outcome()).detail());
    Change change =
        change(row, entry, after, counted)
            .recipients(row.recipients(), after)
            .report(attempt, result.outcome())
            .push(Row.EVIDENCE, ElementCodec.evidence(evidence(stamp, entry), contradicts(row)));
    Document guards = new Document(Row.STATE, row.state().wire()).append(Row.EPOCH, row.epoch());
    String path = Row.attempt(attempt.number(), Row.TOKEN);
    return Step.write(
        token.containsKey(path) ? guards.append(path, token.get(path)) : guards, change);
  }

  private Change change(Send row, Entry entry, List<Recipient> after, boolean counted) {
    if (!counted || isLatched(row)) {
      return new Change(row.state(), entry);
    }
    Change change = Change.derived(Derivation.of(after, row.state()), row.phase(), entry);
    if (row.state() == SendState.SMTP_INFLIGHT) {
      row.attempt(row.epoch())
          .ifPresent(
              newest ->
                  change.outcome(
                      newest,
                      "not_accepted",
                      "Stopped before end of data: attempt "
                          + attempt.number()
                          + " was accepted after all."));
    }
    return change;
  }

  private static boolean isLatched(Send row) {
    return row.state() == SendState.SMTP_INFLIGHT && row.phase() == AttemptPhase.END_OF_DATA;
  }

  private Send.EvidenceEntry evidence(Stamp stamp, Entry entry) {
    return new Send.EvidenceEntry(
        "late-reply-" + attempt.number() + "-" + result.outcome().wire(),
        attempt.number(),
        "relay",
        "late_reply",
        stamp.at(),
        entry.detail(),
        false);
  }

  /** A resend was ordered for somebody who had it all along, or the row says otherwise. */
  private boolean contradicts(Send row) {
    if (result.outcome() instanceof Outcome.Uncertain) {
      return false;
    }
    boolean accepted = result.outcome() instanceof Outcome.Accepted;
    return Contradiction.of(row, attempt.number(), accepted) || (accepted && attempt.retired());
  }
}
