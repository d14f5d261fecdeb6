package dev.sendonce.ledger;

import dev.sendonce.send.SendKey;
import java.time.Duration;
import java.util.List;
import org.bson.Document;

/**
 * A frozen message without its bytes.
 *
 * @param id of the send that it was frozen for
 * @param key under which that send was to be recorded
 * @param stamp of the act of storing
 */
record StoredMessage(String id, SendKey key, String stamp) {
  static StoredMessage of(Document document) {
    return new StoredMessage(
        document.getString(Row.ID),
        new SendKey(document.getString(Messages.KEY)),
        document.getString(Messages.STAMP));
  }

  /** An expression: the field lies at least so long ago by the server's clock. */
  static Document before(String field, Duration age) {
    return new Document(
        "$lte", List.of("$" + field, new Document("$subtract", List.of("$$NOW", age.toMillis()))));
  }
}
