package dev.sendonce.ledger.exploration;

/**
 * One call to the ledger, as far as it differs from others.
 *
 * @param token number of the caller's token in the row, or {@link #FOREIGN} when the row does not
 *     hold it
 * @param detail what the kind needs: verdicts and ending, the recipients that evidence is about, or
 *     the number of the order
 */
record Call(Kind kind, int attempt, int token, int detail) {
  /** A token that stands nowhere in the row. */
  static final int FOREIGN = 9;

  /** The calls, some together with the way in which the store fails. */
  enum Kind {
    OPEN,
    /** The claim is not answered; what does the re-read make of it? */
    OPEN_REREAD,
    MARK,
    /** The latch is not answered; what does the re-read make of it? */
    MARK_REREAD,
    /** Neither the latch nor the re-read is answered. */
    MARK_UNREADABLE,
    /** The latch is not answered, and the re-read sees it though it will be rolled back. */
    MARK_REREAD_LOCAL,
    RECORD,
    SETTLE,
    CANCEL,
    EXPIRE,
    EXHAUST,
    SENT,
    NOT_SENT_EARLY,
    NOT_SENT_LATE,
    RESEND_EARLY,
    RESEND_LATE,
    ACCEPTED_EVIDENCE,
    NOT_ACCEPTED_EVIDENCE,
    ADOPT,
    /** Those below leave lines and times, and nothing else. */
    NOTE,
    PROBE,
    ATTACH,
    RESCHEDULE,
    RETRY_NOW
  }

  static Call of(Kind kind) {
    return new Call(kind, 0, 0, 0);
  }

  static Call of(Kind kind, int attempt) {
    return new Call(kind, attempt, 0, 0);
  }
}
