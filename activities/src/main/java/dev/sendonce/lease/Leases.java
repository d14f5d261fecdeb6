package dev.sendonce.lease;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.expr;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.currentDate;
import static com.mongodb.client.model.Updates.inc;
import static com.mongodb.client.model.Updates.set;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.ReturnDocument;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bson.Document;
import org.bson.conversions.Bson;

/**
 * Named leases with a fencing number, in the collection {@code leases}.
 *
 * <p>Time is the database server's alone ({@code $currentDate} and {@code $$NOW}), so that no
 * node's clock can shorten or lengthen a lease. A lease bounds wasted work, not harm: an owner that
 * was frozen still believes in it, and only {@link #isCurrent} or the number in a guarded write
 * tells. Throws the driver's exceptions when the database does not answer. Thread-safe.
 */
public final class Leases {
  private final MongoCollection<Document> leases;

  /** Works on the collection {@code leases} of a database with majority writes and reads. */
  public Leases(MongoDatabase database) {
    this.leases = database.getCollection("leases");
  }

  /**
   * Takes the lease when it is free or has run out. Every success is a change of hands: the number
   * grows, also when the same owner takes it again.
   */
  public Optional<Lease> acquire(String name, String owner, Duration timeToLive) {
    Bson free = and(eq("_id", name), expr(expired(timeToLive)));
    Bson take = combine(set("owner", owner), inc("number", 1L), currentDate("renewedAt"));
    Document taken = leases.findOneAndUpdate(free, take, returnAfter());
    return taken == null
        ? insertFirst(name, owner)
        : Optional.of(new Lease(name, owner, taken.getLong("number")));
  }

  /** Extends a lease that is still held; false when somebody else has it now. */
  public boolean renew(Lease lease) {
    return leases.findOneAndUpdate(held(lease), currentDate("renewedAt")) != null;
  }

  /** Gives a lease back, so that the next owner need not wait; harmless when it is lost already. */
  public void release(Lease lease) {
    leases.findOneAndUpdate(held(lease), set("renewedAt", Instant.EPOCH));
  }

  /** Whether nobody has taken the lease over since; a majority read, true at that moment only. */
  public boolean isCurrent(Lease lease) {
    return leases.find(held(lease)).first() != null;
  }

  /** Who holds the lease by its last record, if it was ever taken; for people. */
  public Optional<Lease> holder(String name) {
    return Optional.ofNullable(leases.find(eq("_id", name)).first())
        .map(d -> new Lease(name, d.getString("owner"), d.getLong("number")));
  }

  private Optional<Lease> insertFirst(String name, String owner) {
    Bson absent = and(eq("_id", name), eq("number", 0L));
    Bson create = combine(set("owner", owner), inc("number", 1L), currentDate("renewedAt"));
    try {
      leases.findOneAndUpdate(absent, create, returnAfter().upsert(true));
      return Optional.of(new Lease(name, owner, 1L));
    } catch (MongoWriteException | MongoCommandException e) {
      if (ErrorCategory.fromErrorCode(e.getCode()) == ErrorCategory.DUPLICATE_KEY) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private static Document expired(Duration timeToLive) {
    return new Document(
        "$lt",
        List.of("$renewedAt", new Document("$subtract", List.of("$$NOW", timeToLive.toMillis()))));
  }

  private static Bson held(Lease lease) {
    return and(eq("_id", lease.name()), eq("owner", lease.owner()), eq("number", lease.number()));
  }

  private static FindOneAndUpdateOptions returnAfter() {
    return new FindOneAndUpdateOptions().returnDocument(ReturnDocument.AFTER);
  }
}
