package dev.sendonce.send;

/**
 * What the relay said to one RCPT of an attempt.
 *
 * @param recipient index into the recipients of the send
 * @param verdict what the answer means
 * @param reply the answer, or null when none was asked for or came
 */
public record RcptReply(int recipient, Verdict verdict, Reply reply) {
  /** The meaning of an answer to RCPT. */
  public enum Verdict {
    /** 2yz: the recipient is in the transaction. */
    TAKEN,
    /** 4yz: to be tried again, alone. */
    DEFERRED,
    /** 5yz: final. */
    REFUSED,
    /** Not asked, because the transaction was full or ended before. */
    NOT_ASKED
  }
}
