package dev.sendonce.smtp;

import dev.sendonce.send.Outcome;
import dev.sendonce.send.Reply;
import dev.sendonce.send.SmtpPhase;

/**
 * The table of DESIGN 3, "What proves what", and nothing else: where the transaction was and the
 * first complete reply read there. Exceptions and the library's return codes are not consulted,
 * because they vary between runs of the same case (SMTP-FACTS 1.4).
 */
final class OutcomeRule {
  private final boolean trustTransientRejection;

  OutcomeRule(boolean trustTransientRejection) {
    this.trustTransientRejection = trustTransientRejection;
  }

  Outcome decide(Observation seen) {
    return seen.reached().compareTo(SmtpPhase.END_OF_DATA) < 0
        ? beforeEndOfData(seen)
        : afterEndOfData(seen);
  }

  /**
   * The dot was never written: definite, whatever happened. A 5yz in the middle of the body counts
   * like one to DATA.
   */
  private static Outcome beforeEndOfData(Observation seen) {
    Reply reply = seen.reply();
    boolean aboutTheMessage = !seen.reached().isBeforeMail();
    return reply != null && reply.series() == 5 && aboutTheMessage
        ? new Outcome.Rejected(seen.reached(), reply)
        : new Outcome.NotAccepted(seen.reached(), seen.cause(), reply);
  }

  /** Only a complete reply decides here, and of those only the ones whose meaning is certain. */
  private Outcome afterEndOfData(Observation seen) {
    Reply reply = seen.reply();
    if (reply == null) {
      return new Outcome.Uncertain(seen.cause(), null);
    }
    return switch (reply.series()) {
      case 2 -> new Outcome.Accepted(reply, QueueId.in(reply).orElse(null));
      case 5 -> new Outcome.Rejected(SmtpPhase.REPLIED, reply);
      case 4 -> transientRejection(seen, reply);
      default -> new Outcome.Uncertain("a reply that means nothing after end of data", reply);
    };
  }

  /**
   * RFC 5321, 4.2.5 makes a 4yz a refusal. But a server that shuts down says 421 without looking
   * (3.8), a proxy says 4yz when it lost its own next hop, and with several recipients some may
   * have been served.
   */
  private Outcome transientRejection(Observation seen, Reply reply) {
    if (reply.code() == 421) {
      return new Outcome.Uncertain("421 to end of data: the relay may have kept it", reply);
    }
    if (seen.recipients() != 1) {
      return new Outcome.Uncertain(
          "a transient refusal of a transaction with " + seen.recipients() + " recipients", reply);
    }
    return trustTransientRejection
        ? new Outcome.NotAccepted(SmtpPhase.REPLIED, seen.cause(), reply)
        : new Outcome.Uncertain("this relay's transient refusals are not trusted", reply);
  }
}
