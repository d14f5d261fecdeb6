package dev.sendonce.ledger;

import dev.sendonce.send.Send;

/** The causes that timeline entries name; {@code note} entries bring their own. */
public final class Causes {
  public static final String PREPARED = "prepared";
  public static final String ATTEMPT_OPENED = "attempt_opened";
  public static final String END_OF_DATA = "end_of_data";

  /** Followed by the outcome: {@code outcome_accepted}, {@code outcome_uncertain} … */
  public static final String OUTCOME = "outcome_";

  public static final String LATE_REPLY = "late_reply";
  public static final String SETTLED = "settled";
  public static final String COMPLETED = "completed";
  public static final String EVIDENCE = "evidence";
  public static final String EVIDENCE_ATTACHED = "evidence_attached";

  /** Attached, and speaks against what the row says: a person's decision, or an earlier proof. */
  public static final String EVIDENCE_CONTRADICTS = "evidence_contradicts";

  public static final String PROBE = Send.PROBE;
  public static final String EXHAUSTED = "exhausted";

  /** Followed by the decision: {@code resolved_sent}, {@code resolved_resend} … */
  public static final String RESOLVED = "resolved_";

  public static final String CANCELLED = "cancelled";
  public static final String GIVEN_UP = "given_up";
  public static final String RESCHEDULED = "rescheduled";
  public static final String RETRY_REQUESTED = "retry_requested";
  public static final String ERASED = "erased";
  public static final String ADOPTED = "adopted";

  /** The frozen message is missing or is not the one that was accepted; it never goes out. */
  public static final String MESSAGE_DAMAGED = "message_damaged";

  private Causes() {}
}
