package dev.sendonce.ledger;

import dev.sendonce.send.Decision;
import dev.sendonce.send.Reason;
import dev.sendonce.send.RecipientOutcome;
import dev.sendonce.send.Send.Recipient;
import dev.sendonce.send.SendState;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The state that a send has because of its recipients (DESIGN 4, "the state is always derived").
 *
 * @param reason only with {@link SendState#NOT_SENT}, else null
 */
record Derivation(SendState state, Reason reason) {
  private static final Map<RecipientOutcome, Reason> REASONS =
      Map.of(
          RecipientOutcome.REFUSED, Reason.REJECTED,
          RecipientOutcome.EXPIRED, Reason.EXPIRED,
          RecipientOutcome.CANCELLED, Reason.CANCELLED,
          RecipientOutcome.SUPPRESSED, Reason.SUPPRESSED,
          RecipientOutcome.RESOLVED, Reason.RESOLVED);

  /**
   * Derives the state of a send that no attempt owns.
   *
   * @param before the state it comes from: a send that was unconfirmed and still is uncertain stays
   *     unconfirmed
   */
  static Derivation of(List<Recipient> recipients, SendState before) {
    if (any(recipients, RecipientOutcome.UNCERTAIN)) {
      return new Derivation(
          before == SendState.UNCONFIRMED ? SendState.UNCONFIRMED : SendState.CONFIRMING, null);
    }
    if (recipients.stream().anyMatch(r -> r.outcome().isSendable())) {
      return new Derivation(SendState.PREPARED, null);
    }
    if (recipients.stream().anyMatch(Derivation::countsAsSent)) {
      return new Derivation(SendState.SMTP_ACCEPTED, null);
    }
    return new Derivation(SendState.NOT_SENT, reason(recipients));
  }

  /** Accepted by the relay, or sent by a person's word. */
  static boolean countsAsSent(Recipient recipient) {
    return recipient.outcome() == RecipientOutcome.ACCEPTED
        || (recipient.outcome() == RecipientOutcome.RESOLVED
            && recipient.decision() == Decision.SENT);
  }

  private static Reason reason(List<Recipient> recipients) {
    Optional<Reason> first =
        recipients.stream().map(recipient -> REASONS.get(recipient.outcome())).sorted().findFirst();
    return first.orElse(Reason.REJECTED);
  }

  private static boolean any(List<Recipient> recipients, RecipientOutcome outcome) {
    return recipients.stream().anyMatch(recipient -> recipient.outcome() == outcome);
  }
}
