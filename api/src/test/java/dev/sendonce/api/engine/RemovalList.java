package dev.sendonce.api.engine;

import dev.sendonce.ledger.ActiveSends;
import dev.sendonce.send.SendKey;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Shows the real work list and keeps what was to be taken off it, and after how much quiet. */
final class RemovalList implements ActiveSends {
  private final ActiveSends active;
  private final Map<SendKey, Duration> removals = new ConcurrentHashMap<>();

  RemovalList(ActiveSends active) {
    this.active = active;
  }

  Map<SendKey, Duration> removals() {
    return removals;
  }

  @Override
  public void add(SendKey key) {
    active.add(key);
  }

  @Override
  public List<ActiveSend> list(SendKey after, int limit) {
    return active.list(after, limit);
  }

  @Override
  public boolean remove(ActiveSend listed, Duration quiet) {
    removals.put(listed.key(), quiet);
    return true;
  }
}
