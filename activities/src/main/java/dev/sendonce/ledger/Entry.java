package dev.sendonce.ledger;

import dev.sendonce.send.SendState;
import java.time.Instant;
import org.bson.Document;

/**
 * What one transition leaves in the timeline. Its version is its place in the list, so that an
 * update can push it without knowing how many came before.
 *
 * @param op random, made by this call: tells after an unanswered write whether it was applied
 * @param cause which transition, as in {@link Causes}
 * @param detail one sentence without addresses, or null
 */
record Entry(
    String op, Instant at, String cause, String actor, String note, int attempt, String detail) {

  Document document(SendState state) {
    return new Document(Row.OP, op)
        .append(Row.AT, Bson.date(at))
        .append(Row.STATE, state.wire())
        .append(Row.CAUSE, cause)
        .append(Row.ACTOR, actor)
        .append(Row.NOTE, note)
        .append(Row.ATTEMPT, attempt)
        .append(Row.DETAIL, detail);
  }
}
