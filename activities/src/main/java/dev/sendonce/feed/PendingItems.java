package dev.sendonce.feed;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.expr;
import static com.mongodb.client.model.Filters.lte;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.bson.conversions.Bson;

/** Items that were handed out and not acknowledged yet: a small collection by its nature. */
final class PendingItems {
  private final MongoCollection<Document> pending;

  PendingItems(MongoDatabase database) {
    this.pending = of(database);
  }

  void add(String consumer, Send send) {
    pending.updateOne(
        eq("_id", Handouts.id(consumer, send.key().value())),
        Updates.combine(
            Updates.set("consumer", consumer),
            Updates.set("key", send.key().value()),
            Updates.max("version", send.version()),
            Updates.currentDate("handedAt")),
        new UpdateOptions().upsert(true));
  }

  List<SendKey> due(String consumer, Duration visibility, int limit) {
    List<SendKey> keys = new ArrayList<>();
    Bson due = and(eq("consumer", consumer), expr(handedLongAgo(visibility)));
    for (Document document : pending.find(due).limit(limit)) {
      keys.add(new SendKey(document.getString("key")));
    }
    return keys;
  }

  /** One of several polls hands the item out again; the others see a fresh time. */
  boolean claim(String consumer, Send send, Duration visibility) {
    Bson due =
        and(eq("_id", Handouts.id(consumer, send.key().value())), expr(handedLongAgo(visibility)));
    Bson again =
        Updates.combine(Updates.max("version", send.version()), Updates.currentDate("handedAt"));
    return pending.findOneAndUpdate(due, again) != null;
  }

  static void createIndex(MongoDatabase database) {
    of(database).createIndex(Indexes.ascending("consumer"), new IndexOptions().name("by_consumer"));
  }

  void remove(String consumer, SendKey key, long version) {
    pending.deleteOne(and(eq("_id", Handouts.id(consumer, key.value())), lte("version", version)));
  }

  private static MongoCollection<Document> of(MongoDatabase database) {
    return database.getCollection("consumer_pending");
  }

  private static Document handedLongAgo(Duration visibility) {
    return new Document(
        "$lte",
        List.of("$handedAt", new Document("$subtract", List.of("$$NOW", visibility.toMillis()))));
  }
}
