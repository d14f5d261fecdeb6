package dev.sendonce.feed;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.in;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoException;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.bson.Document;

/**
 * The gap-free, strictly increasing log of events, in the collection {@code events}.
 *
 * <p>Two unique keys carry the whole promise, whoever and however many append: {@code _id} is the
 * position, tried only when the position before it is known to be taken, so that positions have no
 * gap; (key, version) is the transition, so that none is logged twice. No lease is needed for that;
 * a lease only keeps appenders from wasting each other's work.
 *
 * <p>Throws the driver's exceptions when the database does not answer; appending the same event
 * again is then safe. Thread-safe.
 */
public final class EventLog {
  private static final int STEP = 64;
  private static final String HINT = "events";

  private final MongoCollection<Document> events;
  private final MongoCollection<Document> counters;

  /** A position known to be taken; never beyond the end. */
  private final AtomicLong known = new AtomicLong();

  /** Works on {@code events} and {@code counters} of a database with majority writes and reads. */
  public EventLog(MongoDatabase database) {
    this.events = database.getCollection("events");
    this.counters = database.getCollection("counters");
  }

  /** Creates the unique index on (key, version); idempotent. */
  public void createIndexes() {
    events.createIndex(
        Indexes.ascending("key", "version"), new IndexOptions().unique(true).name("transition"));
  }

  /**
   * Appends one event unless its transition is in the log already. Events of one send must be
   * appended in the order of their versions.
   *
   * @param event its id is ignored
   * @return whether this call appended it
   */
  public boolean append(Event event) {
    long position = last() + 1;
    while (!insert(position, event)) {
      if (contains(event.key(), event.version())) {
        return false;
      }
      requireTaken(position);
      known.accumulateAndGet(position, Math::max);
      position++;
    }
    known.accumulateAndGet(position, Math::max);
    if (position % STEP == 0) {
      counters.updateOne(
          eq("_id", HINT), Updates.max("value", position), new UpdateOptions().upsert(true));
    }
    return true;
  }

  /**
   * A duplicate key alone proves nothing: its document may not be on a majority yet, and may be
   * rolled back. Whoever went on to the next position would then leave a gap that stops every
   * reader.
   */
  private void requireTaken(long position) {
    if (events.find(eq("_id", position)).first() == null) {
      throw new MongoException("Position " + position + " is not settled yet; append again.");
    }
  }

  /** Up to {@code limit} events after this position, in order and without a gap. */
  public List<Event> after(long id, int limit) {
    List<Long> positions = LongStream.rangeClosed(id + 1, id + limit).boxed().toList();
    List<Event> found = new ArrayList<>();
    for (Document document : events.find(in("_id", positions))) {
      found.add(EventDocument.read(document));
    }
    found.sort(Comparator.comparingLong(Event::id));
    // a find beside two appends may show n+1 without n: what follows a gap is left for later
    int gapFree = 0;
    while (gapFree < found.size() && found.get(gapFree).id() == id + 1 + gapFree) {
      gapFree++;
    }
    return List.copyOf(found.subList(0, gapFree));
  }

  /** Whether this transition is in the log. */
  public boolean contains(String key, long version) {
    return events.find(and(eq("key", key), eq("version", version))).first() != null;
  }

  /** The newest position, 0 in an empty log. */
  public long last() {
    if (known.get() == 0) {
      Document hint = counters.find(eq("_id", HINT)).first();
      known.accumulateAndGet(hint == null ? 0 : hint.getLong("value"), Math::max);
    }
    long position = known.get();
    List<Event> next = after(position, STEP);
    while (!next.isEmpty()) {
      position = next.get(next.size() - 1).id();
      next = after(position, STEP);
    }
    return known.accumulateAndGet(position, Math::max);
  }

  private boolean insert(long position, Event event) {
    try {
      events.insertOne(EventDocument.write(position, event));
      return true;
    } catch (MongoWriteException e) {
      if (ErrorCategory.fromErrorCode(e.getCode()) == ErrorCategory.DUPLICATE_KEY) {
        return false;
      }
      throw e;
    }
  }
}
