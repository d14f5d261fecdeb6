package dev.sendonce.intake;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoException;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexOptions;
import dev.sendonce.ledger.LedgerUnavailableException;
import java.time.Instant;
import java.util.Date;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.bson.Document;

/**
 * {@link GuardStore} in the collection {@code content_guard}, with the concerns of its database.
 */
final class MongoGuardStore implements GuardStore {
  private static final String ID = "_id";
  private static final String KEY = "key";
  private static final String REQUEST = "request";
  private static final String AT = "at";
  private static final String UNTIL = "until";

  private final MongoCollection<Document> rows;

  MongoGuardStore(MongoDatabase database) {
    this.rows = database.getCollection("content_guard");
  }

  /** A real MongoDB removes lapsed rows by itself; the embedded one needs {@link #purge}. */
  void createIndex() {
    answered(
        () ->
            rows.createIndex(
                new Document(UNTIL, 1), new IndexOptions().expireAfter(0L, TimeUnit.SECONDS)));
  }

  /** Removes what lapsed before this time. */
  long purge(Instant before) {
    return answered(
        () ->
            rows.deleteMany(new Document(UNTIL, new Document("$lt", Date.from(before))))
                .getDeletedCount());
  }

  @Override
  public boolean insert(GuardRow row) {
    return answered(
        () -> {
          try {
            rows.insertOne(document(row));
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
  public Optional<GuardRow> find(String id) {
    return answered(
        () ->
            Optional.ofNullable(rows.find(new Document(ID, id)).first()).map(MongoGuardStore::row));
  }

  @Override
  public boolean replace(GuardRow old, GuardRow row) {
    Document filter =
        new Document(ID, old.id())
            .append(KEY, old.key())
            .append(REQUEST, old.request())
            .append(AT, Date.from(old.at()));
    return answered(() -> rows.replaceOne(filter, document(row)).getMatchedCount() == 1);
  }

  @Override
  public void delete(GuardRow row) {
    answered(
        () ->
            rows.deleteOne(
                new Document(ID, row.id()).append(KEY, row.key()).append(REQUEST, row.request())));
  }

  private static Document document(GuardRow row) {
    return new Document(ID, row.id())
        .append(KEY, row.key())
        .append(REQUEST, row.request())
        .append(AT, Date.from(row.at()))
        .append(UNTIL, row.until() == null ? null : Date.from(row.until()));
  }

  private static GuardRow row(Document document) {
    Date until = document.getDate(UNTIL);
    return new GuardRow(
        document.getString(ID),
        document.getString(KEY),
        document.getString(REQUEST),
        document.getDate(AT).toInstant(),
        until == null ? null : until.toInstant());
  }

  private static <T> T answered(Supplier<T> statement) {
    try {
      return statement.get();
    } catch (MongoException e) {
      throw new LedgerUnavailableException("The content guard did not answer.", e);
    }
  }
}
