package dev.sendonce.sequence;

import static com.mongodb.client.model.Filters.eq;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoException;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.Updates;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import org.bson.Document;
import org.bson.conversions.Bson;

/**
 * Unique numbers per pair of categories, from 1, idempotent by their user.
 *
 * <p>A number is given out by one insert into {@code references}, whose {@code _id} is the number
 * and whose unique {@code by} is the user: taking the number and using it are the same write. In
 * {@link Mode#GAP_FREE} number n is only tried when n−1 is known to exist, so that a crash anywhere
 * leaves neither a gap nor a double. {@link Mode#FAST} takes the number from an atomic counter
 * first: one conflict-free write, at the price of a gap when the caller dies before the insert.
 *
 * <p>Throws the driver's exceptions when the database does not answer; asking again with the same
 * user is then safe. Thread-safe.
 */
public final class SequenceNumbers {
  /** Collisions with other callers before one call gives up; each was somebody else's success. */
  private static final int MAX_TRIES = 10_000;

  private static final FindOneAndUpdateOptions UPSERT =
      new FindOneAndUpdateOptions().upsert(true).returnDocument(ReturnDocument.AFTER);

  private final MongoCollection<Document> counters;
  private final MongoCollection<Document> references;
  private final Turns turns = new Turns();
  private volatile boolean indexed;

  /** How numbers are taken; a sequence keeps one mode for life, or the gaps of FAST stay in it. */
  public enum Mode {
    GAP_FREE,
    FAST
  }

  /** Works on {@code counters} and {@code references} of a database with majority writes. */
  public SequenceNumbers(MongoDatabase database) {
    this.counters = database.getCollection("counters");
    this.references = database.getCollection("references");
  }

  /** The unique index that makes a user's number its own, before the first number is given out. */
  private void createIndex() {
    if (!indexed) {
      references.createIndex(Indexes.ascending("by"), new IndexOptions().unique(true).sparse(true));
      indexed = true;
    }
  }

  /**
   * The number of this user in this sequence: the one it has, else the next.
   *
   * @param user whoever uses the number, the same for a repeated question
   */
  public AssignedNumber next(Sequence sequence, String user, Mode mode) {
    createIndex();
    Optional<AssignedNumber> earlier = find(sequence, user);
    if (earlier.isPresent()) {
      return earlier.get();
    }
    return mode == Mode.FAST
        ? assign(sequence, user, increment(sequence), last -> increment(sequence))
        : turns.take(
            sequence.id(), () -> assign(sequence, user, lastKnown(sequence) + 1, last -> last + 1));
  }

  private AssignedNumber assign(
      Sequence sequence, String user, long first, LongUnaryOperator following) {
    long value = first;
    for (int i = 0; i < MAX_TRIES; i++) {
      if (insert(sequence, value, user)) {
        advance(sequence, value);
        return new AssignedNumber(sequence, value, sequence.reference(value), false);
      }
      Optional<AssignedNumber> mine = find(sequence, user);
      if (mine.isPresent()) {
        return mine.get();
      }
      requireTaken(sequence, value);
      value = following.applyAsLong(value);
    }
    throw new IllegalStateException(
        "No free number in " + sequence.id() + " after " + MAX_TRIES + " tries; ask again.");
  }

  /**
   * A duplicate key alone proves nothing: its document may not be on a majority yet, and may be
   * rolled back; the number after it would then leave a gap. A write that a majority has confirmed
   * settles everything before it.
   */
  private void requireTaken(Sequence sequence, long value) {
    if (!isTaken(sequence, value)) {
      advance(sequence, value - 1);
      if (!isTaken(sequence, value)) {
        throw new MongoException(
            "Number " + value + " of " + sequence.id() + " is not settled yet; ask again.");
      }
    }
  }

  private boolean isTaken(Sequence sequence, long value) {
    return references.find(eq("_id", sequence.id(value))).first() != null;
  }

  private boolean insert(Sequence sequence, long value, String user) {
    try {
      references.insertOne(
          new Document("_id", sequence.id(value))
              .append("by", by(sequence, user))
              .append("value", value));
      return true;
    } catch (MongoWriteException e) {
      if (isDuplicate(e)) {
        return false;
      }
      throw e;
    }
  }

  private Optional<AssignedNumber> find(Sequence sequence, String user) {
    return Optional.ofNullable(references.find(eq("by", by(sequence, user))).first())
        .map(d -> d.getLong("value"))
        .map(v -> new AssignedNumber(sequence, v, sequence.reference(v), true));
  }

  /** A number that exists, or 0: the counter is moved on only after its number was inserted. */
  private long lastKnown(Sequence sequence) {
    Document counter = counters.find(eq("_id", counterId(sequence))).first();
    return counter == null ? 0 : counter.getLong("value");
  }

  private void advance(Sequence sequence, long value) {
    upsert(sequence, Updates.max("value", value));
  }

  private long increment(Sequence sequence) {
    return upsert(sequence, Updates.inc("value", 1L)).getLong("value");
  }

  /** Two first upserts of one counter may collide; the loser's second try finds the document. */
  private Document upsert(Sequence sequence, Bson change) {
    try {
      return counters.findOneAndUpdate(eq("_id", counterId(sequence)), change, UPSERT);
    } catch (MongoException e) {
      if (isDuplicate(e)) {
        return counters.findOneAndUpdate(eq("_id", counterId(sequence)), change, UPSERT);
      }
      throw e;
    }
  }

  private static boolean isDuplicate(MongoException e) {
    return ErrorCategory.fromErrorCode(e.getCode()) == ErrorCategory.DUPLICATE_KEY;
  }

  /** The same user may hold one number in each sequence. */
  private static String by(Sequence sequence, String user) {
    return sequence.id() + "/" + user;
  }

  private static String counterId(Sequence sequence) {
    return "sequence:" + sequence.id();
  }
}
