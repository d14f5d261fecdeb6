package dev.sendonce.ledger;

import java.util.List;
import java.util.Optional;
import org.bson.Document;

/**
 * The three statements that the ledger needs of a database, each on one document found by its
 * {@code _id}. A normal return is a definite answer, majority-committed and journalled; everything
 * else is an {@link UnansweredException}. Implementations never repeat a statement by themselves
 * and are thread-safe.
 */
public interface SendStore {
  /**
   * Inserts a row.
   *
   * @return false when a row with this {@code _id} exists, possibly this very one
   */
  boolean insert(Document row) throws UnansweredException;

  /** Reads a row with read concern majority from the primary. */
  Optional<Document> find(String key) throws UnansweredException;

  /**
   * Changes the row that matches the whole filter, atomically.
   *
   * @return the row afterwards, or empty when none matched and nothing was changed
   */
  Optional<Document> findOneAndUpdate(Document filter, Document update, List<Document> arrayFilters)
      throws UnansweredException;
}
