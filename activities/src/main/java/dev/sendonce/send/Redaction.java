package dev.sendonce.send;

import java.util.regex.Pattern;

/**
 * Keeps addresses out of logs, metrics and workflow histories. Whatever relays, libraries and
 * people write may quote one.
 */
public final class Redaction {
  private static final Pattern ADDRESS = Pattern.compile("<?[^\\s<>]+@[^\\s<>]+>?");

  private Redaction() {}

  /** The text with everything that looks like an address replaced; null stays null. */
  public static String of(String text) {
    return text == null ? null : ADDRESS.matcher(text).replaceAll("<address>");
  }

  /** The result with every reply and cause redacted, as it may enter a workflow history. */
  public static AttemptResult of(AttemptResult result) {
    return new AttemptResult(
        of(result.outcome()),
        result.rcptReplies().stream()
            .map(r -> new RcptReply(r.recipient(), r.verdict(), of(r.reply())))
            .toList());
  }

  private static Outcome of(Outcome outcome) {
    if (outcome instanceof Outcome.Accepted a) {
      return new Outcome.Accepted(of(a.reply()), a.queueId());
    }
    if (outcome instanceof Outcome.Rejected r) {
      return new Outcome.Rejected(r.reached(), of(r.reply()));
    }
    if (outcome instanceof Outcome.NotAccepted n) {
      return new Outcome.NotAccepted(n.reached(), of(n.cause()), of(n.reply()));
    }
    Outcome.Uncertain u = (Outcome.Uncertain) outcome;
    return new Outcome.Uncertain(of(u.cause()), of(u.reply()));
  }

  private static Reply of(Reply reply) {
    return reply == null ? null : reply.redacted();
  }
}
