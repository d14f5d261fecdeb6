package dev.sendonce.ledger;

import dev.sendonce.send.AttemptPhase;
import dev.sendonce.send.Decision;
import dev.sendonce.send.RecipientField;
import dev.sendonce.send.RecipientOutcome;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendState;
import java.util.List;
import java.util.function.UnaryOperator;
import org.bson.Document;

/** Elements of the lists inside a row. Stateless. */
final class ElementCodec {
  private ElementCodec() {}

  static Document recipient(int index, Send.Recipient recipient, UnaryOperator<String> samePerson) {
    return new Document(Row.N, index)
        .append(Row.ADDRESS, recipient.address())
        .append(Row.CANONICAL, samePerson.apply(recipient.address()))
        .append(Row.FIELD, recipient.field().wire())
        .append(Row.OUTCOME, recipient.outcome().wire())
        .append(Row.REPLY, Bson.reply(recipient.reply()))
        .append(Row.ATTEMPT, recipient.attempt())
        .append(Row.DECISION, recipient.decision() == null ? null : recipient.decision().wire())
        .append(Row.DOUBT, recipient.doubt())
        .append(Row.IN_TRANSACTION, recipient.inTransaction());
  }

  static Send.Recipient recipient(Document document) {
    String decision = document.getString(Row.DECISION);
    return new Send.Recipient(
        document.getString(Row.ADDRESS),
        RecipientField.fromWire(document.getString(Row.FIELD)),
        RecipientOutcome.fromWire(document.getString(Row.OUTCOME)),
        Bson.reply(document, Row.REPLY),
        Bson.integer(document, Row.ATTEMPT),
        decision == null ? null : Decision.fromWire(decision),
        Bson.flag(document, Row.DOUBT),
        Bson.flag(document, Row.IN_TRANSACTION));
  }

  static Document merged(Send.Merged merged) {
    return new Document(Row.ADDRESS, merged.address())
        .append(Row.FIELD, merged.field().wire())
        .append(Row.INTO, merged.into());
  }

  static Send.Merged merged(Document document) {
    return new Send.Merged(
        document.getString(Row.ADDRESS),
        RecipientField.fromWire(document.getString(Row.FIELD)),
        document.getString(Row.INTO));
  }

  /** All attempts of a send carry the same frozen bytes, hence its Message-ID. */
  static Send.Attempt attempt(Document document, String messageId) {
    List<Integer> recipients = document.getList(Row.RECIPIENTS, Integer.class);
    return new Send.Attempt(
        Bson.integer(document, Row.NUMBER),
        document.getString(Row.TOKEN),
        AttemptPhase.fromWire(document.getString(Row.PHASE)),
        Bson.flag(document, Row.RETIRED),
        messageId,
        document.getString(Row.NODE),
        Bson.instant(document, Row.OPENED_AT),
        Bson.instant(document, Row.DEADLINE),
        Bson.instant(document, Row.END_OF_DATA_AT),
        document.getString(Row.OUTCOME),
        document.getString(Row.CAUSE),
        Bson.reply(document, Row.REPLY),
        document.getString(Row.QUEUE_ID),
        recipients == null ? List.of() : recipients,
        Bson.map(document, Row.BASELINE));
  }

  static Send.TimelineEntry timeline(long version, Document document) {
    return new Send.TimelineEntry(
        version,
        Bson.instant(document, Row.AT),
        SendState.fromWire(document.getString(Row.STATE)),
        document.getString(Row.CAUSE),
        document.getString(Row.ACTOR),
        document.getString(Row.NOTE),
        Bson.integer(document, Row.ATTEMPT),
        document.getString(Row.DETAIL));
  }

  static Document evidence(Send.EvidenceEntry entry, boolean contradicts) {
    return new Document(Row.SEND_ID, entry.id())
        .append(Row.ATTEMPT, entry.attempt())
        .append(Row.SOURCE, entry.source())
        .append(Row.FINDING, entry.finding())
        .append(Row.AT, Bson.date(entry.at()))
        .append(Row.DETAIL, entry.detail())
        .append(Row.CONTRADICTS, contradicts);
  }

  static Send.EvidenceEntry evidence(Document document) {
    return new Send.EvidenceEntry(
        document.getString(Row.SEND_ID),
        Bson.integer(document, Row.ATTEMPT),
        document.getString(Row.SOURCE),
        document.getString(Row.FINDING),
        Bson.instant(document, Row.AT),
        document.getString(Row.DETAIL),
        Bson.flag(document, Row.CONTRADICTS));
  }

  static Document order(Send.Order order) {
    return new Document(Row.SEND_ID, order.id())
        .append(Row.DECISION, order.decision().wire())
        .append(Row.EPOCH, order.epoch())
        .append(Row.VERSION, order.version());
  }

  static Send.Order order(Document document) {
    return new Send.Order(
        document.getString(Row.SEND_ID),
        Decision.fromWire(document.getString(Row.DECISION)),
        Bson.integer(document, Row.EPOCH),
        Bson.number(document, Row.VERSION));
  }

  static Document reference(Send.Reference reference) {
    return reference == null
        ? null
        : new Document("category", reference.category())
            .append("subCategory", reference.subCategory())
            .append("value", reference.value())
            .append("text", reference.text());
  }

  static Send.Reference reference(Document document) {
    return document == null
        ? null
        : new Send.Reference(
            document.getString("category"),
            document.getString("subCategory"),
            document.get("value") instanceof Number value ? Long.valueOf(value.longValue()) : null,
            document.getString("text"));
  }
}
