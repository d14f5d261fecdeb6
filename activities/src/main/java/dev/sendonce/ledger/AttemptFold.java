package dev.sendonce.ledger;

import dev.sendonce.send.AttemptResult;
import dev.sendonce.send.Outcome;
import dev.sendonce.send.RcptReply;
import dev.sendonce.send.RcptReply.Verdict;
import dev.sendonce.send.Reason;
import dev.sendonce.send.Reply;
import dev.sendonce.send.Send.Attempt;
import dev.sendonce.send.Send.Recipient;
import dev.sendonce.send.SmtpPhase;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the report of an attempt does to the recipients. Pure. Only open recipients move: what was
 * accepted, refused or decided meanwhile stays.
 *
 * <p>Who was in the transaction is read from the latch where there is one, because that was durable
 * before the dot; the report only says it for attempts that never came that far. A carried
 * recipient that the report does not mention counts as not asked.
 */
final class AttemptFold {
  private final Attempt attempt;
  private final AttemptResult result;
  private final Reason stop;
  private final Map<Integer, RcptReply> replies = new HashMap<>();

  /**
   * @param stop why a proof of non-acceptance closes a recipient instead of deferring it, or null
   */
  AttemptFold(Attempt attempt, AttemptResult result, Reason stop) {
    this.attempt = attempt;
    this.result = result;
    this.stop = stop;
    result.rcptReplies().forEach(reply -> replies.put(reply.recipient(), reply));
  }

  /** The report of the attempt that owns the send: every recipient that it carried. */
  List<Recipient> whileOwned(List<Recipient> recipients) {
    List<Recipient> after = new ArrayList<>(recipients);
    for (int i = 0; i < recipients.size(); i++) {
      Recipient recipient = recipients.get(i);
      if (carried(i, recipient) && RecipientRules.isOpen(recipient)) {
        after.set(i, fold(i, recipient));
      }
    }
    return after;
  }

  /** A report that comes after the send moved on: the uncertain recipients of its transaction. */
  List<Recipient> late(List<Recipient> recipients) {
    List<Recipient> after = new ArrayList<>(recipients);
    for (int i : attempt.recipients()) {
      Recipient recipient = recipients.get(i);
      if (RecipientRules.isUncertain(recipient)) {
        after.set(i, shared(recipient));
      }
    }
    return after;
  }

  private boolean carried(int index, Recipient recipient) {
    return recipient.attempt() == attempt.number() || replies.containsKey(index);
  }

  private Recipient fold(int index, Recipient recipient) {
    RcptReply reply = replies.get(index);
    Verdict verdict = verdict(index, reply);
    return switch (verdict) {
      case TAKEN -> shared(recipient);
      case DEFERRED -> RecipientRules.notAccepted(recipient, reply.reply(), stop);
      case REFUSED -> RecipientRules.refused(recipient, reply.reply());
      case NOT_ASKED -> endedBeforeEndOfData() ? shared(recipient) : recipient;
    };
  }

  private Verdict verdict(int index, RcptReply reply) {
    if (attempt.recipients().contains(index)) {
      return Verdict.TAKEN;
    }
    return reply == null ? Verdict.NOT_ASKED : reply.verdict();
  }

  /** Shares the fate of the transaction. */
  private Recipient shared(Recipient recipient) {
    Outcome outcome = result.outcome();
    if (outcome instanceof Outcome.Accepted accepted) {
      return RecipientRules.accepted(recipient, accepted.reply());
    }
    if (outcome instanceof Outcome.Rejected rejected) {
      return RecipientRules.refused(recipient, rejected.reply());
    }
    if (outcome instanceof Outcome.NotAccepted not) {
      return RecipientRules.notAccepted(recipient, not.reply(), stop);
    }
    Outcome.Uncertain uncertain = (Outcome.Uncertain) outcome;
    return RecipientRules.uncertain(recipient, uncertain.reply());
  }

  private boolean endedBeforeEndOfData() {
    if (result.outcome() instanceof Outcome.Rejected rejected) {
      return rejected.reached().compareTo(SmtpPhase.END_OF_DATA) < 0;
    }
    return result.outcome() instanceof Outcome.NotAccepted not
        && not.reached().compareTo(SmtpPhase.END_OF_DATA) < 0;
  }

  /** The complete reply that decided or did not, or null. */
  static Reply reply(Outcome outcome) {
    if (outcome instanceof Outcome.Accepted accepted) {
      return accepted.reply();
    }
    if (outcome instanceof Outcome.Rejected rejected) {
      return rejected.reply();
    }
    if (outcome instanceof Outcome.NotAccepted not) {
      return not.reply();
    }
    return ((Outcome.Uncertain) outcome).reply();
  }

  /** Why, in words, or null. */
  static String cause(Outcome outcome) {
    if (outcome instanceof Outcome.NotAccepted not) {
      return not.cause();
    }
    return outcome instanceof Outcome.Uncertain uncertain ? uncertain.cause() : null;
  }
}
