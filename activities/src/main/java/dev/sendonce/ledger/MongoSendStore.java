package dev.sendonce.ledger;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoException;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.ReturnDocument;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.bson.Document;

/** {@link SendStore} on the collection {@code sends}. */
public final class MongoSendStore implements SendStore {
  static final String COLLECTION = "sends";

  private final MongoCollection<Document> sends;

  /**
   * @param database from {@link MongoConnection}, whose concerns it relies on and sets again
   */
  public MongoSendStore(MongoDatabase database) {
    this.sends = MongoConnection.decisive(database).getCollection(COLLECTION);
  }

  @Override
  public boolean insert(Document row) throws UnansweredException {
    return answer(
        "insert",
        () -> {
          try {
            sends.insertOne(row);
            return true;
          } catch (MongoWriteException e) {
            if (e.getError().getCategory() == ErrorCategory.DUPLICATE_KEY) {
              return false;
            }
            throw e;
          }
        });
  }

  @Override
  public Optional<Document> find(String key) throws UnansweredException {
    return answer("find", () -> Optional.ofNullable(sends.find(new Document(Row.ID, key)).first()));
  }

  @Override
  public Optional<Document> findOneAndUpdate(
      Document filter, Document update, List<Document> arrayFilters) throws UnansweredException {
    FindOneAndUpdateOptions options =
        new FindOneAndUpdateOptions().returnDocument(ReturnDocument.AFTER).upsert(false);
    if (!arrayFilters.isEmpty()) {
      options.arrayFilters(arrayFilters);
    }
    return answer(
        "findOneAndUpdate",
        () -> Optional.ofNullable(sends.findOneAndUpdate(filter, update, options)));
  }

  /**
   * Every failure of the driver counts as "not answered", also those that look definite (not
   * primary, no server): treating a definite failure as an open question costs one read, the
   * opposite mistake costs a second letter. A closed client answers with IllegalStateException.
   */
  private static <T> T answer(String statement, Supplier<T> call) throws UnansweredException {
    try {
      return call.get();
    } catch (MongoException | IllegalStateException e) {
      throw new UnansweredException(
          "MongoDB did not answer " + statement + ": " + e.getClass().getSimpleName(), e);
    }
  }
}
