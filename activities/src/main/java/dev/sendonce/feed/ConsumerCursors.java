package dev.sendonce.feed;

import static com.mongodb.client.model.Filters.eq;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import java.util.Optional;
import org.bson.Document;

/**
 * Up to which event of the feed each consumer was dealt with, in the collection {@code consumers}.
 */
final class ConsumerCursors {
  private final MongoCollection<Document> cursors;
  private final EventLog log;

  ConsumerCursors(MongoDatabase database, EventLog log) {
    this.cursors = database.getCollection("consumers");
    this.log = log;
  }

  /** The position of a consumer, if it is known. */
  Optional<Long> of(String consumer) {
    return Optional.ofNullable(cursors.find(eq("_id", consumer)).first())
        .map(d -> d.getLong("cursor"));
  }

  /** The same; a new consumer starts at the beginning, or at the end. */
  long ofOrNew(String consumer, boolean fromNow) {
    Optional<Long> known = of(consumer);
    if (known.isPresent()) {
      return known.get();
    }
    long start = fromNow ? log.last() : 0L;
    moveTo(consumer, start);
    return start;
  }

  /** Only forward: a slower poll of the same consumer does not bring it back. */
  void moveTo(String consumer, long cursor) {
    cursors.updateOne(
        eq("_id", consumer), Updates.max("cursor", cursor), new UpdateOptions().upsert(true));
  }
}
