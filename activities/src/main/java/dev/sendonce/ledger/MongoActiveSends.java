package dev.sendonce.ledger;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.UpdateOptions;
import dev.sendonce.send.SendKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;

/** {@link ActiveSends} in the collection {@code active}. */
public final class MongoActiveSends implements ActiveSends {
  private static final String TOUCH = "touch";
  private static final String ADDED_AT = "at";

  private final MongoCollection<Document> active;

  public MongoActiveSends(MongoDatabase database) {
    this.active = MongoConnection.decisive(database).getCollection("active");
  }

  @Override
  public void add(SendKey key) {
    try {
      active.updateOne(
          new Document(Row.ID, key.value()),
          new Document("$inc", new Document(TOUCH, 1L))
              .append("$currentDate", new Document(ADDED_AT, true)),
          new UpdateOptions().upsert(true));
    } catch (MongoException e) {
      if (e.getCode() != 11000) {
        throw unavailable(e);
      }
      // two first additions at once: the other one has put it there
    }
  }

  @Override
  public List<ActiveSend> list(SendKey after, int limit) {
    Document filter =
        after == null ? new Document() : new Document(Row.ID, new Document("$gt", after.value()));
    List<ActiveSend> page = new ArrayList<>();
    try {
      for (Document entry : active.find(filter).sort(new Document(Row.ID, 1)).limit(limit)) {
        page.add(
            new ActiveSend(
                new SendKey(entry.getString(Row.ID)),
                Bson.number(entry, TOUCH),
                Bson.instant(entry, ADDED_AT)));
      }
    } catch (MongoException e) {
      throw unavailable(e);
    }
    return page;
  }

  @Override
  public boolean remove(ActiveSend listed, Duration quiet) {
    Document lastAdded =
        new Document(
            "$lte",
            List.of("$" + ADDED_AT, new Document("$subtract", List.of("$$NOW", quiet.toMillis()))));
    try {
      return active
              .deleteOne(
                  new Document(Row.ID, listed.key().value())
                      .append(TOUCH, listed.touch())
                      .append("$expr", lastAdded))
              .getDeletedCount()
          == 1;
    } catch (MongoException e) {
      throw unavailable(e);
    }
  }

  private static LedgerUnavailableException unavailable(MongoException e) {
    return new LedgerUnavailableException("The work list did not answer.", e);
  }
}
