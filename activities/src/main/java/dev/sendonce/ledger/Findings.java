package dev.sendonce.ledger;

import dev.sendonce.send.Send;
import dev.sendonce.send.Send.EvidenceEntry;
import dev.sendonce.send.Send.Recipient;
import dev.sendonce.send.SendKey;
import dev.sendonce.send.SendState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bson.Document;

/**
 * Evidence, bound to the attempt and the recipients it is about (rules 8 and 9). A positive finding
 * may be about any attempt, because an acceptance stays one; a negative one only about the newest,
 * and it never clears doubt. Both reach only recipients that were latched in that attempt. Plans
 * are pure.
 */
final class Findings {
  static final String ACCEPTED = "accepted";
  static final String NOT_ACCEPTED = "not_accepted";

  /** Findings that presuppose that the relay took the message. */
  private static final Set<String> PRESUPPOSE_ACCEPTANCE =
      Set.of(ACCEPTED, "delivered", "delayed", "bounced", "complained");

  private final Rewrite rewrite;
  private final Guards guards;

  Findings(Rewrite rewrite, Guards guards) {
    this.rewrite = rewrite;
    this.guards = guards;
  }

  Transition add(
      SendKey key,
      int attempt,
      Collection<Integer> recipients,
      EvidenceEntry finding,
      Instant retryAt) {
    boolean positive = finding.finding().equals(ACCEPTED);
    if (!positive && !finding.finding().equals(NOT_ACCEPTED)) {
      throw new IllegalArgumentException(
          "Evidence that decides is accepted or not_accepted, not " + finding.finding() + ".");
    }
    Set<Integer> named = Set.copyOf(recipients);
    return rewrite.run(
        key,
        (row, stamp) -> {
          Optional<Send.Attempt> found = row.attempt(attempt);
          if (found.isEmpty() || !isUncertain(row) || isStale(row, attempt, positive)) {
            return Step.missed(row);
          }
          List<Recipient> after = new ArrayList<>(row.recipients());
          for (int i = 0; i < after.size(); i++) {
            if (named.contains(i) && concerns(found.get(), i, after.get(i), positive)) {
              after.set(i, fold(row, after.get(i), positive));
            }
          }
          if (after.equals(row.recipients())) {
            return isKnown(row, finding) ? Step.applied(row) : Step.missed(row);
          }
          return write(row, stamp, after, finding, retryAt);
        });
  }

  Transition attach(SendKey key, EvidenceEntry finding) {
    return rewrite.run(
        key,
        (row, stamp) -> {
          if (isKnown(row, finding)) {
            return Step.applied(row);
          }
          boolean contradicts =
              finding.contradicts()
                  || (PRESUPPOSE_ACCEPTANCE.contains(finding.finding())
                      && Contradiction.of(row, finding.attempt(), true))
                  || (finding.finding().equals(NOT_ACCEPTED)
                      && Contradiction.of(row, finding.attempt(), false));
          return Step.write(
              new Document(Row.STATE, row.state().wire()),
              new Change(row.state(), entry(stamp, attached(contradicts), finding))
                  .push(Row.EVIDENCE, ElementCodec.evidence(finding, contradicts)));
        });
  }

  private static String attached(boolean contradicts) {
    return contradicts ? Causes.EVIDENCE_CONTRADICTS : Causes.EVIDENCE_ATTACHED;
  }

  private static boolean isUncertain(Send row) {
    return row.state() == SendState.CONFIRMING || row.state() == SendState.UNCONFIRMED;
  }

  private boolean isStale(Send row, int attempt, boolean positive) {
    return !positive && row.epoch() != attempt && guards.has(Guard.EVIDENCE_EPOCH);
  }

  private boolean concerns(Send.Attempt attempt, int index, Recipient recipient, boolean positive) {
    boolean latched = attempt.recipients().contains(index) || !guards.has(Guard.EVIDENCE_LATCHED);
    boolean doubtStands = recipient.doubt() && guards.has(Guard.EVIDENCE_DOUBT);
    return latched && RecipientRules.isUncertain(recipient) && (positive || !doubtStands);
  }

  private Recipient fold(Send row, Recipient recipient, boolean positive) {
    return positive
        ? RecipientRules.accepted(recipient, null)
        : RecipientRules.notAccepted(
            recipient, null, guards.has(Guard.STOP_CLOSES) ? row.stop() : null);
  }

  private static Step write(
      Send row, Stamp stamp, List<Recipient> after, EvidenceEntry finding, Instant retryAt) {
    Derivation derived = Derivation.of(after, row.state());
    Change change =
        Change.derived(derived, row.phase(), entry(stamp, Causes.EVIDENCE, finding))
            .recipients(row.recipients(), after);
    if (derived.state() == SendState.PREPARED) {
      change.at(Row.RETRY_AT, retryAt);
    }
    if (!isKnown(row, finding)) {
      change.push(Row.EVIDENCE, ElementCodec.evidence(finding, finding.contradicts()));
    }
    return Step.write(
        new Document(Row.STATE, row.state().wire()).append(Row.EPOCH, row.epoch()), change);
  }

  private static boolean isKnown(Send row, EvidenceEntry finding) {
    return row.evidence().stream().anyMatch(known -> known.id().equals(finding.id()));
  }

  private static Entry entry(Stamp stamp, String cause, EvidenceEntry finding) {
    return stamp.entry(
        cause,
        finding.attempt(),
        finding.source()
            + ": "
            + finding.finding()
            + (finding.detail() == null ? "" : ", " + finding.detail()));
  }
}
