package dev.sendonce.ledger;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexModel;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import java.util.List;
import org.bson.Document;

/**
 * The indexes behind {@link SendQueries}, {@link SendLookup} (each filter, then newest first) and
 * {@link OrphanMessages}. The transitions of the ledger need none of them, they find rows by {@code
 * _id}.
 */
public final class LedgerIndexes {
  private LedgerIndexes() {}

  /** Creates what is missing; may be called by every node at every start. */
  public static void create(MongoDatabase database) {
    MongoCollection<Document> sends = database.getCollection(MongoSendStore.COLLECTION);
    sends.createIndexes(
        List.of(
            index("newest"),
            index("by_state", Row.STATE),
            index("by_client", Row.CLIENT),
            index("by_relay", Row.RELAY),
            index("by_batch", Row.BATCH),
            new IndexModel(
                Indexes.ascending(Row.ERASED_AT, Row.STATE, Row.UPDATED_AT),
                new IndexOptions().name("by_end")),
            index("by_recipient", Row.RECIPIENTS + "." + Row.CANONICAL),
            index("by_send_id", Row.SEND_ID),
            index("by_queue_id", Row.ATTEMPTS + "." + Row.QUEUE_ID)));
    database
        .getCollection(Messages.COLLECTION)
        .createIndex(
            Indexes.ascending(Messages.STORED_AT, Row.ID), new IndexOptions().name("by_age"));
  }

  private static IndexModel index(String name, String... fields) {
    org.bson.conversions.Bson keys =
        fields.length == 0
            ? newestFirst()
            : Indexes.compoundIndex(Indexes.ascending(fields), newestFirst());
    return new IndexModel(keys, new IndexOptions().name(name));
  }

  /** The order of lists; the key makes it total, and so the cursor stable. */
  static org.bson.conversions.Bson newestFirst() {
    return Indexes.descending(Row.CREATED_AT, Row.ID);
  }
}
