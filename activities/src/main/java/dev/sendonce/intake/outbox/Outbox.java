package dev.sendonce.intake.outbox;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.exists;
import static com.mongodb.client.model.Filters.expr;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Filters.nin;
import static com.mongodb.client.model.Filters.or;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.currentDate;
import static com.mongodb.client.model.Updates.inc;
import static com.mongodb.client.model.Updates.set;
import static com.mongodb.client.model.Updates.unset;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.Sorts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.bson.conversions.Bson;

/**
 * The collection {@code outbox}, into which services write inside their own transactions, and its
 * claims.
 *
 * <p>{@code status}: 0 waiting, 1 claimed, 2 accepted, 3 refused. Match and mark are one step per
 * document, so that no two nodes claim the same one while its lock is young. An old lock may be
 * taken over: claiming only prepares a send that is idempotent by its key and never touches SMTP,
 * so that the worst a frozen claimant can do is to prepare it again. Every later write names the
 * claim in its filter. Finished documents move to {@code outbox_finished}, so that claiming costs
 * the same after a million of them. Thread-safe.
 */
final class Outbox {
  static final int WAITING = 0;
  static final int CLAIMED = 1;
  static final int ACCEPTED = 2;
  static final int REFUSED = 3;

  private static final Bson FINISHED = and(in("status", ACCEPTED, REFUSED), exists("finishedAt"));

  /** A status that is none, or that only a node may give. */
  private static final Bson STRANGE =
      or(
          nin("status", WAITING, CLAIMED, ACCEPTED, REFUSED),
          and(in("status", ACCEPTED, REFUSED), exists("finishedAt", false)));

  private static final int LONGEST_ERROR = 4000;

  private final MongoCollection<Document> outbox;
  private final MongoCollection<Document> finished;
  private final Duration lockTimeout;

  Outbox(MongoDatabase database, Duration lockTimeout) {
    this.outbox = database.getCollection("outbox");
    this.finished = database.getCollection("outbox_finished");
    this.lockTimeout = lockTimeout;
  }

  /** Creates the indexes of taking over and of the order of claims; idempotent. */
  void createIndexes() {
    outbox.createIndex(Indexes.ascending("status", "lockedAt"), new IndexOptions().name("claim"));
    outbox.createIndex(
        Indexes.ascending("status", "retryCount", "_id"), new IndexOptions().name("order"));
    finished.createIndex(Indexes.ascending("finishedAt"), new IndexOptions().name("by_end"));
  }

  /** What a claim brought; {@code refused} counts documents that cannot even be claimed. */
  record Claimed(List<OutboxDocument> documents, int refused) {
    static final Claimed NOTHING = new Claimed(List.of(), 0);
  }

  /**
   * Claims up to {@code limit} waiting documents: candidates are read, marked with the status still
   * in the filter, and read back by the claim, which is unique.
   */
  Claimed claim(String claim, int limit) {
    List<Object> candidates = new ArrayList<>();
    for (Document d :
        outbox
            .find(eq("status", WAITING))
            .projection(Projections.include("_id"))
            .sort(Sorts.ascending("retryCount", "_id"))
            .limit(limit)) {
      candidates.add(d.get("_id"));
    }
    if (candidates.isEmpty()) {
      return Claimed.NOTHING;
    }
    int refused = 0;
    try {
      outbox.updateMany(and(in("_id", candidates), eq("status", WAITING)), mark(claim));
    } catch (MongoException e) {
      DocumentFault.reason(e);
      // the server stops at the first document it cannot mark; the others are not to blame
      for (Object id : candidates) {
        refused += markOne(and(eq("_id", id), eq("status", WAITING)), claim) ? 0 : 1;
      }
    }
    List<OutboxDocument> mine = new ArrayList<>();
    for (Document d : outbox.find(and(in("_id", candidates), eq("lockedBy", claim)))) {
      mine.add(OutboxDocument.of(d));
    }
    return new Claimed(mine, refused);
  }

  /**
   * Takes over one document whose lock is older than the lock time-out, by the server's clock, or
   * is no time that this clock can have shown.
   */
  Claimed takeOver(String claim) {
    Document candidate =
        outbox
            .find(abandoned())
            .projection(Projections.include("_id"))
            .sort(Sorts.ascending("retryCount", "lockedAt"))
            .first();
    if (candidate == null) {
      return Claimed.NOTHING;
    }
    Bson same = eq("_id", candidate.get("_id"));
    int refused = markOne(and(same, abandoned()), claim) ? 0 : 1;
    Document mine = outbox.find(and(same, eq("lockedBy", claim))).first();
    return new Claimed(mine == null ? List.of() : List.of(OutboxDocument.of(mine)), refused);
  }

  /** BSON orders what is no date before or behind all dates, so that one of the two holds. */
  private Bson abandoned() {
    Document oldest = new Document("$subtract", List.of("$$NOW", lockTimeout.toMillis()));
    Document newest = new Document("$add", List.of("$$NOW", lockTimeout.toMillis()));
    return and(
        eq("status", CLAIMED),
        or(
            expr(new Document("$lt", List.of("$lockedAt", oldest))),
            expr(new Document("$gt", List.of("$lockedAt", newest)))));
  }

  /** Refuses documents whose status is none; a claim would never see them. */
  int refuseStrangers(int limit) {
    int refused = 0;
    for (Document d : outbox.find(STRANGE).projection(Projections.include("_id")).limit(limit)) {
      refused +=
          refuseUnclaimed(
              and(eq("_id", d.get("_id")), STRANGE),
              "status: is not 0; a document that waits to be sent has 0, the other numbers are given"
                  + " by sendonce.");
    }
    return refused;
  }

  /**
   * Marks one document; one that cannot be marked is refused.
   *
   * @return false when it was refused
   */
  private boolean markOne(Bson filter, String claim) {
    try {
      outbox.updateOne(filter, mark(claim));
      return true;
    } catch (MongoException e) {
      return refuseUnclaimed(filter, DocumentFault.reason(e)) == 0;
    }
  }

  private int refuseUnclaimed(Bson filter, String error) {
    return update(filter, refused(error)) ? 1 : 0;
  }

  /** The same change, without the request when a document has no room for it. */
  private boolean update(Bson filter, Bson change) {
    try {
      return outbox.findOneAndUpdate(filter, change) != null;
    } catch (MongoException e) {
      if (!DocumentFault.isTooLarge(e)) {
        throw e;
      }
      return outbox.findOneAndUpdate(filter, combine(change, unset("request"))) != null;
    }
  }

  /** Ends a document that is still claimed by this claim; false when it was taken over. */
  boolean finish(OutboxDocument document, String claim, int status, String key, String error) {
    Bson change =
        combine(
            set("status", status),
            set("key", key),
            error == null ? unset("lastError") : set("lastError", shortened(error)),
            currentDate("finishedAt"),
            unset("lockedBy"));
    return update(claimedBy(document, claim), change);
  }

  /**
   * Puts a document back that could not be dealt with now.
   *
   * @param counted false when the document was not to blame: an outage must not use up its retries
   */
  void release(OutboxDocument document, String claim, boolean counted, String error) {
    outbox.findOneAndUpdate(
        claimedBy(document, claim),
        combine(
            set("status", WAITING),
            set("lastError", error),
            inc("retryCount", counted ? 0 : -1),
            unset("lockedBy")));
  }

  /**
   * Moves finished documents out: copied with majority before they are removed. What was accepted
   * leaves its content behind, which lives on in the send alone and is erased there; what was
   * refused keeps it, for whoever corrects it.
   */
  int moveFinished(int limit) {
    int moved = 0;
    for (Document d : outbox.find(FINISHED).limit(limit)) {
      if (Integer.valueOf(ACCEPTED).equals(d.get("status"))) {
        d.remove("request");
        d.remove("recipient");
      }
      finished.replaceOne(eq("_id", d.get("_id")), d, new ReplaceOptions().upsert(true));
      outbox.deleteOne(and(eq("_id", d.get("_id")), FINISHED));
      moved++;
    }
    return moved;
  }

  /** Refuses everything that waits or is claimed, whoever claimed it. */
  long refuseAll(String error) {
    return outbox.updateMany(in("status", WAITING, CLAIMED), refused(error)).getModifiedCount();
  }

  /** Forgets what finished before this time. */
  long forget(Instant before) {
    return finished.deleteMany(lt("finishedAt", before)).getDeletedCount();
  }

  private static String shortened(String error) {
    return error.length() <= LONGEST_ERROR ? error : error.substring(0, LONGEST_ERROR) + " …";
  }

  private static Bson refused(String error) {
    return combine(
        set("status", REFUSED),
        set("lastError", error),
        currentDate("finishedAt"),
        unset("lockedBy"));
  }

  private static Bson mark(String claim) {
    return combine(
        set("status", CLAIMED),
        set("lockedBy", claim),
        currentDate("lockedAt"),
        inc("retryCount", 1));
  }

  private static Bson claimedBy(OutboxDocument document, String claim) {
    return and(eq("_id", document.id()), eq("status", CLAIMED), eq("lockedBy", claim));
  }
}
