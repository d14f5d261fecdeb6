package dev.sendonce.feed;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.exists;
import static com.mongodb.client.model.Filters.lt;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.IndexModel;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.PushOptions;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import dev.sendonce.send.SendKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bson.Document;
import org.bson.conversions.Bson;

/**
 * What each stream of a consumer means to hand out, in the collection {@code consumer_streams}.
 *
 * <p>A stream writes its next items down <em>before</em> it claims them, and only while nobody has
 * succeeded it; who succeeds a stream learns in the same write what it wrote down. So nothing is
 * lost between a stream and its successor, and a stream that was frozen meanwhile finds that it has
 * ended. Thread-safe.
 */
final class StreamBook {
  /** How far back a token reaches. A client that is further behind has lost what is older. */
  static final int WINDOW = 1_000;

  private static final FindOneAndUpdateOptions AFTER =
      new FindOneAndUpdateOptions().returnDocument(ReturnDocument.AFTER);
  private static final Bson UNSUCCEEDED = exists("successor", false);

  private final MongoCollection<Document> streams;

  StreamBook(MongoDatabase database) {
    this.streams = of(database);
  }

  static void createIndexes(MongoDatabase database) {
    of(database)
        .createIndexes(
            List.of(
                new IndexModel(
                    Indexes.ascending("consumer", "successor"),
                    new IndexOptions().name("by_successor")),
                new IndexModel(Indexes.ascending("usedAt"), new IndexOptions().name("by_use"))));
  }

  /**
   * An item of a stream.
   *
   * @param number from 1
   * @param holders earlier streams that may have claimed it for the same client
   */
  record Entry(long number, SendKey key, Set<String> holders) {}

  void open(String consumer, String stream) {
    streams.updateOne(
        eq("_id", Handouts.id(consumer, stream)),
        Updates.combine(
            Updates.setOnInsert("consumer", consumer),
            Updates.setOnInsert("at", 0L),
            Updates.setOnInsert("items", List.of()),
            Updates.currentDate("usedAt")),
        new UpdateOptions().upsert(true));
  }

  /**
   * Writes items down.
   *
   * @param at number of the last item that is written down
   * @return false when this was not written: the stream was succeeded, or an earlier write whose
   *     answer was lost has arrived; {@link #entries} tells
   */
  boolean write(String consumer, String stream, long at, List<Entry> entries) {
    Bson mine = and(eq("_id", Handouts.id(consumer, stream)), eq("at", at), UNSUCCEEDED);
    List<Document> items = entries.stream().map(StreamBook::document).toList();
    Bson change =
        Updates.combine(
            Updates.set("at", at + items.size()),
            Updates.pushEach("items", items, new PushOptions().slice(-WINDOW)),
            Updates.currentDate("usedAt"));
    return streams.findOneAndUpdate(mine, change) != null;
  }

  /** The items after this one; empty when the stream has ended. */
  Optional<List<Entry>> entries(String consumer, String stream, long after) {
    Bson mine = and(eq("_id", Handouts.id(consumer, stream)), UNSUCCEEDED);
    return Optional.ofNullable(streams.find(mine).first()).map(d -> entries(d, after));
  }

  /**
   * Ends the stream of a token, and those that succeeded it before their client saw a token of
   * theirs, in favour of a new one.
   *
   * @return what the client has not seen of them, in order
   */
  List<Entry> succeed(String consumer, StreamToken token, String successor) {
    forgetForerunners(consumer, token.stream());
    Map<SendKey, Set<String>> unseen = new LinkedHashMap<>();
    String stream = token.stream();
    long seen = token.position();
    while (stream != null && !stream.equals(successor)) {
      Document ended = end(consumer, stream, successor);
      if (ended == null) {
        break;
      }
      for (Entry entry : entries(ended, seen)) {
        if (entry.holders().stream().anyMatch(token::covers)) {
          // a successor that the client never knew took over what it had seen
          continue;
        }
        Set<String> holders = unseen.computeIfAbsent(entry.key(), k -> new LinkedHashSet<>());
        holders.addAll(entry.holders());
        holders.add(new StreamToken(stream, entry.number()).toString());
      }
      stream = ended.getString("successor");
      seen = 0;
    }
    List<Entry> entries = new ArrayList<>();
    unseen.forEach((key, holders) -> entries.add(new Entry(entries.size() + 1L, key, holders)));
    return entries;
  }

  /** Forgets streams that nobody has used since; an abandoned one can only lose its window. */
  void purge(Instant before) {
    streams.deleteMany(lt("usedAt", before));
  }

  /** The stream as it ended, now or earlier; null when it is not known any more. */
  private Document end(String consumer, String stream, String successor) {
    Bson known = eq("_id", Handouts.id(consumer, stream));
    Document ended =
        streams.findOneAndUpdate(
            and(known, UNSUCCEEDED), Updates.set("successor", successor), AFTER);
    return ended == null ? streams.find(known).first() : ended;
  }

  /** A client that shows a token of this stream will never again show one of those before it. */
  private void forgetForerunners(String consumer, String stream) {
    streams.deleteMany(and(eq("consumer", consumer), eq("successor", stream)));
  }

  private static MongoCollection<Document> of(MongoDatabase database) {
    return database.getCollection("consumer_streams");
  }

  private static Document document(Entry entry) {
    return new Document("n", entry.number())
        .append("key", entry.key().value())
        .append("holders", List.copyOf(entry.holders()));
  }

  private static List<Entry> entries(Document stream, long after) {
    return stream.getList("items", Document.class).stream()
        .filter(d -> d.getLong("n") > after)
        .map(
            d ->
                new Entry(
                    d.getLong("n"),
                    new SendKey(d.getString("key")),
                    new LinkedHashSet<>(d.getList("holders", String.class))))
        .toList();
  }
}
