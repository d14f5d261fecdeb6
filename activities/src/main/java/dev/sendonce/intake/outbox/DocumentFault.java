package dev.sendonce.intake.outbox;

import com.mongodb.MongoException;
import java.util.Set;

/** What MongoDB answers when one document, and not the database, is to blame for a failed write. */
final class DocumentFault {
  /** TypeMismatch and BadValue: {@code $inc} on something that is no number, or has no next one. */
  private static final Set<Integer> UNCOUNTABLE = Set.of(14, 2);

  /** BSONObjectTooLarge, and its older form for the result of an update. */
  private static final Set<Integer> TOO_LARGE = Set.of(10334, 17419);

  private DocumentFault() {}

  /**
   * Why this document cannot be claimed: the field and the remedy.
   *
   * @throws MongoException the same one, when no document is to blame
   */
  static String reason(MongoException e) {
    if (UNCOUNTABLE.contains(e.getCode())) {
      return "retryCount: must be a whole number; leave it out, sendonce writes it.";
    }
    if (isTooLarge(e)) {
      return "request: is too large for a document; attach less.";
    }
    throw e;
  }

  /** Whether the document has no room for what was to be written. */
  static boolean isTooLarge(MongoException e) {
    return TOO_LARGE.contains(e.getCode());
  }
}
