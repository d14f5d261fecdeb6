package dev.sendonce.api.engine;

import dev.sendonce.send.SendKey;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Wakes that could not be delivered while Temporal was away, to be repeated by the sweeper. Bounded
 * and in memory: one that is lost costs time only, because a workflow looks at its row by itself
 * now and then. Thread-safe.
 */
final class MissedWakes {
  private static final int MOST = 10_000;

  private final Set<SendKey> keys = new LinkedHashSet<>();

  synchronized void add(SendKey key) {
    if (keys.size() < MOST) {
      keys.add(key);
    }
  }

  /** Empties the list. */
  synchronized List<SendKey> takeAll() {
    List<SendKey> all = List.copyOf(keys);
    keys.clear();
    return all;
  }
}
