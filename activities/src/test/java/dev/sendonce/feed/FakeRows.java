package dev.sendonce.feed;

import dev.sendonce.send.Send;
import dev.sendonce.send.SendFixture;
import dev.sendonce.send.SendKey;
import dev.sendonce.send.SendState;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Ledger rows in memory that remember, as the ledger does, how far they were published. */
final class FakeRows implements UnpublishedSends {
  private final Map<SendKey, Send> rows = new ConcurrentHashMap<>();
  private final Map<SendKey, Long> published = new ConcurrentHashMap<>();

  void put(String key, long version, SendState state) {
    rows.put(new SendKey(key), SendFixture.send(key, version, state));
  }

  void forgetWhatWasPublished() {
    published.clear();
  }

  Optional<Send> find(SendKey key) {
    return Optional.ofNullable(rows.get(key));
  }

  @Override
  public List<Unpublished> some(int limit) {
    return rows.values().stream()
        .filter(s -> s.version() > published.getOrDefault(s.key(), 0L))
        .limit(limit)
        .map(s -> new Unpublished(s, published.getOrDefault(s.key(), 0L)))
        .toList();
  }

  @Override
  public void published(SendKey key, long version) {
    published.merge(key, version, Math::max);
  }
}
