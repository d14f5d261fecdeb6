package dev.sendonce.smtp;

import dev.sendonce.send.Reply;
import dev.sendonce.send.SmtpPhase;

/**
 * What was seen of one transaction when it ended: all that its outcome may depend on.
 *
 * @param reached the phase it ended in; {@code END_OF_DATA} or later only when the latch had
 *     answered true and the dot may be on the wire
 * @param reply the complete reply that ended it, from {@code END_OF_DATA} on the first one after
 *     the dot; null when there was none
 * @param recipients how many the relay had taken into the transaction, the journal included
 * @param cause for people, without addresses
 */
record Observation(SmtpPhase reached, Reply reply, int recipients, String cause) {
  /** Ended by a reply, which stands for itself. */
  static Observation answered(SmtpPhase reached, Reply reply, int recipients) {
    return new Observation(
        reached, reply, recipients, "the relay answered " + reply.code() + " to " + step(reached));
  }

  private static String step(SmtpPhase reached) {
    return reached == SmtpPhase.REPLIED || reached == SmtpPhase.END_OF_DATA
        ? "the final dot"
        : reached.wire();
  }

  /** Ended without a complete reply. */
  static Observation broken(SmtpPhase reached, int recipients, String cause) {
    return new Observation(reached, null, recipients, cause);
  }
}
