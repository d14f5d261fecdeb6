package dev.sendonce.ledger;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.UpdateOptions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import org.bson.Document;

/**
 * Removes frozen messages that no row names: those of acceptances that ended between the two
 * writes, and those that a crash left behind after an erasure.
 *
 * <p>Invariant: the bytes of a send whose acceptance was answered are there until it is erased. Age
 * does not prove it, because a process may be paused for any time between storing a message and
 * recording its row. It holds by order: here a message is first marked, then its row is looked for
 * (majority, both); an acceptance first records its row, then looks for a mark, and if it finds one
 * stores the bytes again ({@link Messages#keep}) before it answers. So either this class sees the
 * row or the acceptance sees the mark, which stays when the bytes are gone. What is stored again
 * has another stamp, and only the stamp that was marked is deleted. Nobody stands for a row whose
 * acceptance died with its insert under way; for it, {@code grace} passes between mark and
 * deletion, and the row is looked for once more.
 *
 * <p>Ages are measured by the server's clock. Several nodes may run it at once. For one thread.
 */
public final class OrphanMessages {
  private static final int PAGE = 200;
  private static final String WALK = "orphans";
  private static final String WALK_BEGUN = "begun";
  private static final String WALK_ID = "last";
  private static final Duration WALK_AGAIN = Duration.ofDays(7);

  private final MongoCollection<Document> stored;
  private final MongoCollection<Document> meta;
  private final Condemned condemned;
  private final Messages messages;
  private final Ledger ledger;
  private final Duration age;
  private final Duration grace;
  private final Clock clock;

  /**
   * @param age from which a message is looked at
   * @param grace between the mark and the deletion
   */
  public OrphanMessages(
      MongoDatabase database,
      Messages messages,
      Ledger ledger,
      Duration age,
      Duration grace,
      Clock clock) {
    MongoDatabase decisive = MongoConnection.decisive(database);
    this.stored = decisive.getCollection(Messages.COLLECTION);
    this.meta = decisive.getCollection("meta");
    this.condemned = new Condemned(database);
    this.messages = messages;
    this.ledger = ledger;
    this.age = age;
    this.grace = grace;
    this.clock = clock;
  }

  /**
   * Deletes what was marked long enough ago, then goes on marking where the last round ended; what
   * was looked at once is looked at again after a week.
   *
   * @return how many messages were deleted
   * @throws LedgerUnavailableException when MongoDB does not answer; the next round goes on
   */
  public int round() {
    try {
      int deleted = bury();
      while (examine() == PAGE) {
        // the next page
      }
      return deleted;
    } catch (MongoException e) {
      throw new LedgerUnavailableException("Orphaned messages could not be looked for.", e);
    }
  }

  /** Deletes, unless a row has come to name it. */
  int bury() {
    int deleted = 0;
    for (StoredMessage message : condemned.olderThan(grace, PAGE)) {
      if (isNamed(message)) {
        condemned.remove(message.id());
      } else {
        messages.delete(message.id(), message.stamp());
        condemned.bury(message);
        deleted++;
      }
    }
    return deleted;
  }

  /** Looks at the next page; returns how many were on it. */
  int examine() {
    List<Document> page = nextPage();
    for (Document document : page) {
      StoredMessage message = StoredMessage.of(document);
      if (!isNamed(message)) {
        condemned.add(message);
        if (isNamed(message)) {
          condemned.remove(message.id());
        }
      }
    }
    if (!page.isEmpty()) {
      remember(page.get(page.size() - 1));
    }
    return page.size();
  }

  private boolean isNamed(StoredMessage message) {
    return ledger
        .find(message.key())
        .filter(send -> send.id().equals(message.id()) && send.erasedAt() == null)
        .isPresent();
  }

  private List<Document> nextPage() {
    Document filter =
        new Document(Messages.KEY, new Document("$exists", true))
            .append("$expr", StoredMessage.before(Messages.STORED_AT, age));
    progress()
        .ifPresent(
            last -> {
              Date at = last.getDate(Messages.STORED_AT);
              filter.append(
                  "$or",
                  List.of(
                      new Document(Messages.STORED_AT, new Document("$gt", at)),
                      new Document(Messages.STORED_AT, at)
                          .append(Row.ID, new Document("$gt", last.getString(WALK_ID)))));
            });
    return stored
        .find(filter)
        .projection(Projections.include(Messages.KEY, Messages.STAMP, Messages.STORED_AT))
        .sort(Sorts.ascending(Messages.STORED_AT, Row.ID))
        .limit(PAGE)
        .into(new ArrayList<>());
  }

  /** Where the walk is; empty at the beginning of one. */
  private Optional<Document> progress() {
    Instant again = clock.instant().minus(WALK_AGAIN);
    return Optional.ofNullable(meta.find(new Document(Row.ID, WALK)).first())
        .filter(walk -> walk.getDate(WALK_BEGUN).toInstant().isAfter(again));
  }

  private void remember(Document last) {
    Document begun = progress().map(walk -> new Document()).orElseGet(this::now);
    meta.updateOne(
        new Document(Row.ID, WALK),
        new Document(
            "$set",
            begun
                .append(Messages.STORED_AT, last.getDate(Messages.STORED_AT))
                .append(WALK_ID, last.getString(Row.ID))),
        new UpdateOptions().upsert(true));
  }

  private Document now() {
    return new Document(WALK_BEGUN, Date.from(clock.instant()));
  }
}
