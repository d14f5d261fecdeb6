package dev.sendonce.ledger;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Projections;
import dev.sendonce.send.SendKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.Document;
import org.bson.conversions.Bson;

/**
 * From what the outside world knows of a message to the key of its send. Only ever a hint: what is
 * true of the send is then read from the ledger. Thread-safe.
 */
public final class SendLookup {
  private final MongoCollection<Document> sends;

  public SendLookup(MongoDatabase database) {
    this.sends = MongoConnection.decisive(database).getCollection(MongoSendStore.COLLECTION);
  }

  /**
   * By the random id in X-Sendonce-Id, envelope id and return path.
   *
   * @throws LedgerUnavailableException when MongoDB does not answer
   */
  public Optional<SendKey> byId(String id) {
    return only(Filters.eq(Row.SEND_ID, id));
  }

  /**
   * By the id that the relay gave the message in its reply. Empty, too, when it gave the same one
   * to several: short queue ids come back.
   *
   * @throws LedgerUnavailableException when MongoDB does not answer
   */
  public Optional<SendKey> byQueueId(String relay, String queueId) {
    return only(
        Filters.and(
            Filters.eq(Row.ATTEMPTS + "." + Row.QUEUE_ID, queueId), Filters.eq(Row.RELAY, relay)));
  }

  private Optional<SendKey> only(Bson filter) {
    List<String> keys = new ArrayList<>();
    try {
      sends
          .find(filter)
          .projection(Projections.include(Row.ID))
          .limit(2)
          .map(document -> document.getString(Row.ID))
          .into(keys);
    } catch (MongoException e) {
      throw new LedgerUnavailableException("The send could not be looked up.", e);
    }
    return keys.size() == 1 ? Optional.of(new SendKey(keys.get(0))) : Optional.empty();
  }
}
