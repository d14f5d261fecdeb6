package dev.sendonce.ledger;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.sendonce.send.SendKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.bson.Document;

/** Reads how far many sends are, without reading the sends. Thread-safe. */
public final class SendVersions {
  private final MongoCollection<Document> sends;

  /** Reads with majority from the primary. */
  public SendVersions(MongoDatabase database) {
    this.sends = MongoConnection.decisive(database).getCollection(MongoSendStore.COLLECTION);
  }

  /** The versions of those that exist; throws the driver's exceptions. */
  public Map<SendKey, Long> of(Collection<SendKey> keys) {
    Document wanted =
        new Document(Row.ID, new Document("$in", keys.stream().map(SendKey::value).toList()));
    Map<SendKey, Long> versions = new HashMap<>();
    for (Document row : sends.find(wanted).projection(new Document(Row.VERSION, 1))) {
      versions.put(new SendKey(row.getString(Row.ID)), Bson.number(row, Row.VERSION));
    }
    return versions;
  }
}
