package dev.sendonce.ledger;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.UpdateOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;

/**
 * The marks of {@link OrphanMessages}: messages that nobody seems to need. The mark of one that was
 * deleted stays for ever, so that nobody can miss it. Few, because each stands for a crash; read
 * and written with majority. Thread-safe.
 */
final class Condemned {
  private static final String BURIED = "buried";

  private final MongoCollection<Document> marks;

  Condemned(MongoDatabase database) {
    this.marks = MongoConnection.decisive(database).getCollection("condemned");
  }

  /** Marks it, with the server's time. */
  void add(StoredMessage message) {
    marks.updateOne(
        Filters.eq(Row.ID, message.id()),
        new Document(
                "$set",
                new Document(Messages.KEY, message.key().value())
                    .append(Messages.STAMP, message.stamp()))
            .append("$currentDate", new Document(Row.AT, true)),
        new UpdateOptions().upsert(true));
  }

  boolean contains(String id) {
    return marks.find(Filters.eq(Row.ID, id)).first() != null;
  }

  /** Takes the mark off: the message is needed. */
  void remove(String id) {
    marks.deleteOne(Filters.eq(Row.ID, id));
  }

  /** Notes that the marked bytes are gone. */
  void bury(StoredMessage message) {
    marks.updateOne(
        new Document(Row.ID, message.id()).append(Messages.STAMP, message.stamp()),
        new Document("$set", new Document(BURIED, true)));
  }

  /** Those that were marked longer ago by the server's clock and are not deleted yet. */
  List<StoredMessage> olderThan(Duration grace, int limit) {
    List<StoredMessage> old = new ArrayList<>();
    marks
        .find(
            new Document(BURIED, new Document("$exists", false))
                .append("$expr", StoredMessage.before(Row.AT, grace)))
        .limit(limit)
        .forEach(mark -> old.add(StoredMessage.of(mark)));
    return old;
  }
}
