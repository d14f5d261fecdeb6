package dev.sendonce.ledger;

import dev.sendonce.send.AttemptPhase;
import dev.sendonce.send.EmailAddress;
import dev.sendonce.send.Reason;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import dev.sendonce.send.SendState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.bson.Document;

/** Rows of {@code sends} from and to {@link Send}. Stateless. */
final class SendCodec {
  private SendCodec() {}

  /** A row as it is inserted, without its first timeline entry's version, which is its place. */
  static Document insertion(
      NewSend send, Derivation derived, Entry entry, UnaryOperator<String> samePerson) {
    Instant now = entry.at();
    List<Document> recipients = new ArrayList<>();
    for (int i = 0; i < send.recipients().size(); i++) {
      recipients.add(ElementCodec.recipient(i, send.recipients().get(i), samePerson));
    }
    return new Document(Row.ID, send.key().value())
        .append(Row.SEND_ID, send.id())
        .append(Row.STATE, derived.state().wire())
        .append(Row.REASON, derived.reason() == null ? null : derived.reason().wire())
        .append(Row.VERSION, 1L)
        .append(Row.EPOCH, 0)
        .append(Row.PHASE, null)
        .append(Row.OWNER, null)
        .append(Row.STOP, null)
        .append(Row.CLIENT, send.client())
        .append(Row.RELAY, send.relay())
        .append(Row.BATCH, send.batch())
        .append(Row.FROM, send.from().toString())
        .append(Row.MESSAGE_ID, send.messageId())
        .append(Row.DIGEST, send.digest())
        .append(Row.SIZE, send.size())
        .append(Row.SMTP_UTF8, send.smtpUtf8())
        .append(Row.CREATED_AT, Bson.date(now))
        .append(Row.UPDATED_AT, Bson.date(now))
        .append(Row.SEND_AT, Bson.date(send.sendAt()))
        .append(Row.EXPIRES_AT, Bson.date(send.expiresAt()))
        .append(Row.RETRY_AT, null)
        .append(Row.LAST_END_OF_DATA_AT, null)
        .append(Row.PROBES, 0)
        .append(Row.ERASED_AT, null)
        .append(Row.RECIPIENTS, recipients)
        .append(Row.MERGED, send.merged().stream().map(ElementCodec::merged).toList())
        .append(Row.ATTEMPTS, List.of())
        .append(Row.TIMELINE, List.of(entry.document(derived.state())))
        .append(Row.EVIDENCE, List.of())
        .append(Row.ORDERS, List.of())
        .append(Row.FINGERPRINT, Bson.pairs(send.fingerprint()))
        .append(Row.METADATA, Bson.pairs(send.metadata()))
        .append(Row.REFERENCE, ElementCodec.reference(send.reference()))
        .append(Row.DUPLICATE_ALLOWED, send.duplicateAllowed());
  }

  static Send decode(Document row) {
    return new Send(
        new SendKey(row.getString(Row.ID)),
        row.getString(Row.SEND_ID),
        SendState.fromWire(row.getString(Row.STATE)),
        reason(row, Row.REASON),
        Bson.number(row, Row.VERSION),
        Bson.integer(row, Row.EPOCH),
        phase(row),
        row.getString(Row.OWNER),
        reason(row, Row.STOP),
        row.getString(Row.CLIENT),
        row.getString(Row.RELAY),
        row.getString(Row.BATCH),
        EmailAddress.ofStored(row.getString(Row.FROM)),
        row.getString(Row.MESSAGE_ID),
        row.getString(Row.DIGEST),
        Bson.number(row, Row.SIZE),
        Bson.flag(row, Row.SMTP_UTF8),
        Bson.instant(row, Row.CREATED_AT),
        Bson.instant(row, Row.UPDATED_AT),
        Bson.instant(row, Row.SEND_AT),
        Bson.instant(row, Row.EXPIRES_AT),
        Bson.instant(row, Row.RETRY_AT),
        Bson.instant(row, Row.LAST_END_OF_DATA_AT),
        Bson.integer(row, Row.PROBES),
        Bson.instant(row, Row.ERASED_AT),
        Bson.documents(row, Row.RECIPIENTS).stream().map(ElementCodec::recipient).toList(),
        Bson.documents(row, Row.MERGED).stream().map(ElementCodec::merged).toList(),
        attempts(row),
        timeline(row),
        Bson.documents(row, Row.EVIDENCE).stream().map(ElementCodec::evidence).toList(),
        Bson.documents(row, Row.ORDERS).stream().map(ElementCodec::order).toList(),
        Bson.map(row, Row.FINGERPRINT),
        Bson.map(row, Row.METADATA),
        ElementCodec.reference(row.get(Row.REFERENCE, Document.class)),
        Bson.flag(row, Row.DUPLICATE_ALLOWED));
  }

  /** True when the call with this random token has written its timeline entry. */
  static boolean holdsOperation(Document row, String op) {
    return Bson.documents(row, Row.TIMELINE).stream()
        .anyMatch(entry -> op.equals(entry.getString(Row.OP)));
  }

  private static List<Send.Attempt> attempts(Document row) {
    String messageId = row.getString(Row.MESSAGE_ID);
    return Bson.documents(row, Row.ATTEMPTS).stream()
        .map(attempt -> ElementCodec.attempt(attempt, messageId))
        .toList();
  }

  private static List<Send.TimelineEntry> timeline(Document row) {
    List<Send.TimelineEntry> entries = new ArrayList<>();
    for (Document entry : Bson.documents(row, Row.TIMELINE)) {
      entries.add(ElementCodec.timeline(entries.size() + 1L, entry));
    }
    return entries;
  }

  private static AttemptPhase phase(Document document) {
    String phase = document.getString(Row.PHASE);
    return phase == null ? null : AttemptPhase.fromWire(phase);
  }

  private static Reason reason(Document row, String field) {
    String reason = row.getString(field);
    return reason == null ? null : Reason.fromWire(reason);
  }
}
