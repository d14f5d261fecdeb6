package dev.sendonce.intake.outbox;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.expr;
import static com.mongodb.client.model.Filters.gte;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.currentDate;
import static com.mongodb.client.model.Updates.inc;
import static com.mongodb.client.model.Updates.set;
import static com.mongodb.client.model.Updates.unset;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.Sorts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
  }

  /**
   * Claims up to {@code limit} waiting documents: candidates are read, marked with the status still
   * in the filter, and read back by the claim, which is unique.
   */
  List<OutboxDocument> claim(String claim, int limit) {
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
      return List.of();
    }
    outbox.updateMany(and(in("_id", candidates), eq("status", WAITING)), mark(claim));
    List<OutboxDocument> mine = new ArrayList<>();
    for (Document d : outbox.find(and(in("_id", candidates), eq("lockedBy", claim)))) {
      mine.add(OutboxDocument.of(d));
    }
    return mine;
  }

  /** Takes over one document whose lock is older than the lock time-out, by the server's clock. */
  Optional<OutboxDocument> takeOver(String claim) {
    Bson abandoned =
        and(
            eq("status", CLAIMED),
            expr(
                new Document(
                    "$lt",
                    List.of(
                        "$lockedAt",
                        new Document("$subtract", List.of("$$NOW", lockTimeout.toMillis()))))));
    return Optional.ofNullable(
            outbox.findOneAndUpdate(
                abandoned,
                mark(claim),
                new FindOneAndUpdateOptions()
                    .sort(Sorts.ascending("retryCount", "lockedAt"))
                    .returnDocument(ReturnDocument.AFTER)))
        .map(OutboxDocument::of);
  }

  /** Ends a document that is still claimed by this claim; false when it was taken over. */
  boolean finish(OutboxDocument document, String claim, int status, String key, String error) {
    Bson change =
        combine(
            set("status", status),
            set("key", key),
            error == null ? unset("lastError") : set("lastError", error),
            currentDate("finishedAt"),
            unset("lockedBy"));
    return outbox.findOneAndUpdate(claimedBy(document, claim), change) != null;
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

  /** Moves finished documents out: copied with majority before they are removed. */
  int moveFinished(int limit) {
    int moved = 0;
    for (Document d : outbox.find(gte("status", ACCEPTED)).limit(limit)) {
      finished.replaceOne(eq("_id", d.get("_id")), d, new ReplaceOptions().upsert(true));
      outbox.deleteOne(and(eq("_id", d.get("_id")), gte("status", ACCEPTED)));
      moved++;
    }
    return moved;
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
