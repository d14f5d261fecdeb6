package dev.sendonce.ledger;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.sendonce.send.SendKey;
import dev.sendonce.send.SendState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bson.Document;

/**
 * Finds the unfinished sends by their rows. The work list is not asked: in a copy that is not of
 * one moment it may be older or newer than the rows. Reads every row, so for maintenance only.
 * Thread-safe.
 */
public final class UnfinishedSends {
  private static final List<String> FINISHED =
      Arrays.stream(SendState.values()).filter(SendState::isTerminal).map(SendState::wire).toList();

  private final MongoCollection<Document> sends;

  /** Reads with majority from the primary. */
  public UnfinishedSends(MongoDatabase database) {
    this.sends = MongoConnection.decisive(database).getCollection(MongoSendStore.COLLECTION);
  }

  /**
   * A page in the order of keys; throws the driver's exceptions.
   *
   * @param after the last key of the page before, or null
   */
  public List<SendKey> list(SendKey after, int limit) {
    Document wanted = new Document(Row.STATE, new Document("$nin", FINISHED));
    if (after != null) {
      wanted.append(Row.ID, new Document("$gt", after.value()));
    }
    List<SendKey> keys = new ArrayList<>();
    for (Document row :
        sends
            .find(wanted)
            .projection(new Document(Row.ID, 1))
            .sort(new Document(Row.ID, 1))
            .limit(limit)) {
      keys.add(new SendKey(row.getString(Row.ID)));
    }
    return keys;
  }
}
