package dev.sendonce.ledger;

import dev.sendonce.send.AttemptPhase;
import dev.sendonce.send.Outcome;
import dev.sendonce.send.Reason;
import dev.sendonce.send.Send.Attempt;
import dev.sendonce.send.Send.Recipient;
import dev.sendonce.send.SendState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.bson.Document;

/**
 * The update document of one transition. Every one sets the state, raises the version by one and
 * pushes one timeline entry. Not thread-safe; made for one call.
 */
final class Change {
  private final Document set = new Document();
  private final Document push = new Document();
  private final Document inc = new Document(Row.VERSION, 1L);
  private final Document currentDate = new Document();
  private final List<Document> arrayFilters = new ArrayList<>();

  Change(SendState state, Entry entry) {
    set.append(Row.STATE, state.wire()).append(Row.UPDATED_AT, Bson.date(entry.at()));
    push.append(Row.TIMELINE, entry.document(state));
  }

  /** A change of a row that no attempt owns afterwards, to the state its recipients give it. */
  static Change derived(Derivation derived, AttemptPhase phase, Entry entry) {
    Change change = new Change(derived.state(), entry);
    return change
        .set(Row.REASON, derived.reason() == null ? null : derived.reason().wire())
        .set(Row.PHASE, keepsPhase(derived.state()) && phase != null ? phase.wire() : null)
        .set(Row.OWNER, null);
  }

  /** Only while the outcome is open may the newest attempt's owner still report it. */
  private static boolean keepsPhase(SendState state) {
    return state == SendState.CONFIRMING || state == SendState.UNCONFIRMED;
  }

  Change set(String path, Object value) {
    set.append(path, value);
    return this;
  }

  Change at(String path, Instant instant) {
    return set(path, Bson.date(instant));
  }

  Change stop(Reason reason) {
    return set(Row.STOP, reason == null ? null : reason.wire());
  }

  Change push(String path, Document element) {
    push.append(path, element);
    return this;
  }

  Change increment(String path) {
    inc.append(path, 1);
    return this;
  }

  /** The database server's own time. */
  Change serverTime(String path) {
    currentDate.append(path, true);
    return this;
  }

  Change where(Document arrayFilter) {
    arrayFilters.add(arrayFilter);
    return this;
  }

  /** Writes the recipients that differ, each at its own index. */
  Change recipients(List<Recipient> before, List<Recipient> after) {
    for (int i = 0; i < before.size(); i++) {
      Recipient old = before.get(i);
      Recipient now = after.get(i);
      if (old.outcome() != now.outcome()) {
        set(Row.recipient(i, Row.OUTCOME), now.outcome().wire());
      }
      if (!Objects.equals(old.reply(), now.reply())) {
        set(Row.recipient(i, Row.REPLY), Bson.reply(now.reply()));
      }
      if (old.decision() != now.decision()) {
        set(Row.recipient(i, Row.DECISION), now.decision() == null ? null : now.decision().wire());
      }
      if (old.doubt() != now.doubt()) {
        set(Row.recipient(i, Row.DOUBT), now.doubt());
      }
    }
    return this;
  }

  /** What an attempt proved. */
  Change outcome(Attempt attempt, String outcome, String cause) {
    return set(Row.attempt(attempt.number(), Row.OUTCOME), outcome)
        .set(Row.attempt(attempt.number(), Row.CAUSE), cause);
  }

  /** What the owner of an attempt reported. */
  Change report(Attempt attempt, Outcome outcome) {
    outcome(attempt, outcome.wire(), AttemptFold.cause(outcome));
    set(Row.attempt(attempt.number(), Row.REPLY), Bson.reply(AttemptFold.reply(outcome)));
    return outcome instanceof Outcome.Accepted accepted
        ? set(Row.attempt(attempt.number(), Row.QUEUE_ID), accepted.queueId())
        : this;
  }

  /**
   * Sets the timeline entry at its index instead of pushing it, for a change that also writes to
   * older entries: one update cannot do both.
   */
  Change placeEntryAt(int index) {
    return set(Row.TIMELINE + "." + index, push.remove(Row.TIMELINE));
  }

  Document update() {
    Document update = new Document("$set", set).append("$inc", inc);
    if (!push.isEmpty()) {
      update.append("$push", push);
    }
    if (!currentDate.isEmpty()) {
      update.append("$currentDate", currentDate);
    }
    return update;
  }

  List<Document> arrayFilters() {
    return List.copyOf(arrayFilters);
  }
}
