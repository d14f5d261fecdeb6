package dev.sendonce.ledger;

import dev.sendonce.send.Decision;
import dev.sendonce.send.Reason;
import dev.sendonce.send.RecipientOutcome;
import dev.sendonce.send.Reply;
import dev.sendonce.send.Send.Recipient;

/**
 * How one recipient moves. Pure. Doubt (DESIGN 4, rule 5): where a doubted recipient would be
 * refused, cancelled or expired it becomes uncertain again, because an earlier attempt may have
 * been accepted; only acceptance or a person clears doubt.
 */
final class RecipientRules {
  private RecipientRules() {}

  /** Nothing final is known yet; an attempt, evidence or a person may still decide it. */
  static boolean isOpen(Recipient recipient) {
    return recipient.outcome().isSendable() || isUncertain(recipient);
  }

  static boolean isUncertain(Recipient recipient) {
    return recipient.outcome() == RecipientOutcome.UNCERTAIN;
  }

  static Recipient accepted(Recipient r, Reply reply) {
    return with(r, RecipientOutcome.ACCEPTED, reply, null, false);
  }

  static Recipient uncertain(Recipient r, Reply reply) {
    return with(r, RecipientOutcome.UNCERTAIN, reply, r.decision(), r.doubt());
  }

  static Recipient refused(Recipient r, Reply reply) {
    return negative(r, RecipientOutcome.REFUSED, reply);
  }

  /**
   * Provably not accepted: to be tried again, unless the send was stopped.
   *
   * @param stop why no further attempt may be made, or null
   */
  static Recipient notAccepted(Recipient r, Reply reply, Reason stop) {
    return stop == null
        ? with(r, RecipientOutcome.DEFERRED, reply, r.decision(), r.doubt())
        : givenUp(with(r, r.outcome(), reply, r.decision(), r.doubt()), stop);
  }

  /** No further attempt will be made. */
  static Recipient givenUp(Recipient r, Reason why) {
    RecipientOutcome outcome =
        switch (why) {
          case EXPIRED -> RecipientOutcome.EXPIRED;
          case CANCELLED -> RecipientOutcome.CANCELLED;
          case SUPPRESSED -> RecipientOutcome.SUPPRESSED;
          case REJECTED -> RecipientOutcome.REFUSED;
          case RESOLVED -> throw new IllegalArgumentException("Only a person resolves.");
        };
    return negative(r, outcome, null);
  }

  /** A person's decision about an uncertain recipient. */
  static Recipient decided(Recipient r, Decision decision, boolean doubt) {
    return decision == Decision.RESEND
        ? with(r, RecipientOutcome.DEFERRED, null, null, doubt)
        : with(r, RecipientOutcome.RESOLVED, null, decision, false);
  }

  /** After a restore from a backup nobody knows what became of an open recipient. */
  static Recipient doubted(Recipient r) {
    return with(r, RecipientOutcome.UNCERTAIN, null, r.decision(), true);
  }

  private static Recipient negative(Recipient r, RecipientOutcome outcome, Reply reply) {
    return with(
        r, r.doubt() ? RecipientOutcome.UNCERTAIN : outcome, reply, r.decision(), r.doubt());
  }

  private static Recipient with(
      Recipient r, RecipientOutcome outcome, Reply reply, Decision decision, boolean doubt) {
    return new Recipient(
        r.address(),
        r.field(),
        outcome,
        reply == null ? r.reply() : reply,
        r.attempt(),
        decision,
        doubt,
        r.inTransaction());
  }
}
