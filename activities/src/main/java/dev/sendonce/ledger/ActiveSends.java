package dev.sendonce.ledger;

import dev.sendonce.send.SendKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The work list: a superset of the sends that are unfinished or have transitions not yet published.
 * The ledger adds a key before it writes what makes it necessary, so that no crash can lose it;
 * background work scans this small collection instead of all sends. Thread-safe.
 */
public interface ActiveSends {
  /**
   * A key on the list.
   *
   * @param touch how often it was added
   * @param addedAt the database server's time of the last time
   */
  record ActiveSend(SendKey key, long touch, Instant addedAt) {}

  /**
   * Puts the key on the list, with majority.
   *
   * @throws LedgerUnavailableException when that is not certain
   */
  void add(SendKey key);

  /**
   * A page of the list in the order of keys.
   *
   * @param after the last key of the page before, or null
   */
  List<ActiveSend> list(SendKey after, int limit);

  /**
   * Takes a key off the list, unless it was added again since it was listed or was last added less
   * than {@code quiet} ago by the server's clock. Read the row <em>after</em> listing and call this
   * only when it is terminal and published; for a key without a row use a {@code quiet} of a day,
   * because its acceptance may still be on the way.
   *
   * @param quiet longer than a ledger call can take
   * @return true when it is off the list
   */
  boolean remove(ActiveSend listed, Duration quiet);
}
