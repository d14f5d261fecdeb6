package dev.sendonce.ledger;

/**
 * The guards of the protocol, one by one. Production runs with all of them; the exploration test
 * takes single ones and pairs away and shows what each is for ({@code deploy/docs/safety.md}).
 */
enum Guard {
  /** openAttempt starts from {@code prepared} only. */
  OPEN_STATE,
  /** openAttempt does not take over an attempt that is merely {@code opened}. */
  OPEN_NOT_FROM_OPENED,
  /** openAttempt never starts once {@code stop} is set. */
  OPEN_STOP,
  /** openAttempt(n) wants epoch n − 1. */
  OPEN_EPOCH,
  /** An unanswered claim is mine only when the re-read shows my token. */
  OPEN_TOKEN_ON_REREAD,
  /** markEndOfData wants {@code smtp_inflight} and phase {@code opened}. */
  MARK_STATE,
  /** markEndOfData(n) wants epoch n. */
  MARK_EPOCH,
  /** markEndOfData wants its token as the owner. */
  MARK_OWNER,
  /** An unanswered latch whose re-read is unanswered, too, means abort. */
  MARK_ABORT_WHEN_UNREADABLE,
  /** The latch write stores the RCPT verdicts. */
  MARK_VERDICTS,
  /** Only the token of an attempt may report for it. */
  RECORD_TOKEN,
  /** Only the newest attempt's report counts in full. */
  RECORD_EPOCH,
  /** A report counts in full only while the attempt is not retired. */
  RECORD_NOT_RETIRED,
  /** settle of an opened attempt wants phase {@code opened} in the same write. */
  SETTLE_PHASE,
  /** settle(n) wants epoch n. */
  SETTLE_EPOCH,
  /** settle of an opened attempt takes the ownership away. */
  SETTLE_FENCE,
  /** cancel only while prepared or merely opened. */
  CANCEL_STATE,
  /** After a stop, proof of non-acceptance closes instead of preparing. */
  STOP_CLOSES,
  /** A resend marks what it repeats as doubted, and doubt outlives refusals. */
  DOUBT,
  /** A resend retires every earlier attempt. */
  RESEND_RETIRES,
  /** A resolution wants the epoch that the person looked at. */
  RESOLVE_EPOCH,
  /** An order is applied once. */
  RESOLVE_ORDER,
  /** A resend waits for the guard time after end of data. */
  RESEND_WAITS,
  /** not_sent by a person waits for the guard time after end of data. */
  NOT_SENT_WAITS,
  /** Negative evidence counts for the newest attempt only. */
  EVIDENCE_EPOCH,
  /** Evidence counts only for recipients latched in its attempt. */
  EVIDENCE_LATCHED,
  /** Negative evidence leaves doubted recipients alone. */
  EVIDENCE_DOUBT,
  /** Derived transitions apply only to the version they were derived from. */
  VERSION
}
