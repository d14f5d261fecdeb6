package dev.sendonce.ledger;

/**
 * Names of the fields of a row in {@code sends}. Attempt n stands at index n−1 of {@link
 * #ATTEMPTS}, recipient i, which also says so in {@link #N}, at index i of {@link #RECIPIENTS}, and
 * the entry of version v at index v−1 of {@link #TIMELINE}.
 */
final class Row {
  static final String ID = "_id";
  static final String SEND_ID = "id";
  static final String STATE = "state";
  static final String REASON = "reason";
  static final String VERSION = "version";
  static final String EPOCH = "epoch";
  static final String PHASE = "phase";
  static final String OWNER = "owner";
  static final String STOP = "stop";
  static final String CLIENT = "client";
  static final String RELAY = "relay";
  static final String BATCH = "batch";
  static final String FROM = "from";
  static final String MESSAGE_ID = "messageId";
  static final String DIGEST = "digest";
  static final String SIZE = "size";
  static final String SMTP_UTF8 = "smtpUtf8";
  static final String CREATED_AT = "createdAt";
  static final String UPDATED_AT = "updatedAt";
  static final String SEND_AT = "sendAt";
  static final String EXPIRES_AT = "expiresAt";
  static final String RETRY_AT = "retryAt";
  static final String LAST_END_OF_DATA_AT = "lastEndOfDataAt";
  static final String PROBES = "probes";
  static final String ERASED_AT = "erasedAt";
  static final String RECIPIENTS = "recipients";
  static final String MERGED = "merged";
  static final String ATTEMPTS = "attempts";
  static final String TIMELINE = "timeline";
  static final String EVIDENCE = "evidence";
  static final String ORDERS = "orders";
  static final String FINGERPRINT = "fingerprint";
  static final String METADATA = "metadata";
  static final String REFERENCE = "reference";
  static final String DUPLICATE_ALLOWED = "duplicateAllowed";

  /** Fields of elements. */
  static final String N = "n";

  static final String ADDRESS = "address";
  static final String CANONICAL = "canonical";
  static final String FIELD = "field";
  static final String OUTCOME = "outcome";
  static final String REPLY = "reply";
  static final String ATTEMPT = "attempt";
  static final String DECISION = "decision";
  static final String DOUBT = "doubt";
  static final String IN_TRANSACTION = "tx";
  static final String INTO = "into";
  static final String NUMBER = "number";
  static final String TOKEN = "token";
  static final String RETIRED = "retired";
  static final String NODE = "node";
  static final String OPENED_AT = "openedAt";
  static final String DEADLINE = "deadline";
  static final String END_OF_DATA_AT = "endOfDataAt";
  static final String CAUSE = "cause";
  static final String QUEUE_ID = "queueId";
  static final String BASELINE = "baseline";

  /** In a timeline entry: the random token of the call that made it. */
  static final String OP = "op";

  static final String AT = "at";
  static final String ACTOR = "actor";
  static final String NOTE = "note";
  static final String DETAIL = "detail";
  static final String SOURCE = "source";
  static final String FINDING = "finding";
  static final String CONTRADICTS = "contradicts";

  private Row() {}

  /** Path of a field of attempt {@code number}. */
  static String attempt(int number, String field) {
    return ATTEMPTS + "." + (number - 1) + "." + field;
  }

  /** Path of a field of the recipient at {@code index}. */
  static String recipient(int index, String field) {
    return RECIPIENTS + "." + index + "." + field;
  }

  /** Path of a field of the recipients that an array filter names. */
  static String recipients(String identifier, String field) {
    return RECIPIENTS + ".$[" + identifier + "]." + field;
  }
}
