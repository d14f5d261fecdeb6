package dev.sendonce.feed;

import dev.sendonce.ledger.ActiveSends;
import dev.sendonce.ledger.ActiveSends.ActiveSend;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Finds unpublished transitions by walking the work list, which holds the key of every send with
 * news. What was published is remembered only to save work: the feed itself tells the truth. Not
 * thread-safe; one publisher uses one.
 */
public final class ActiveFeed implements UnpublishedSends {
  private static final int PAGE = 200;

  private final ActiveSends active;
  private final Function<Collection<SendKey>, Map<SendKey, Long>> versions;
  private final Function<SendKey, Optional<Send>> ledger;
  private final EventLog log;
  private Map<SendKey, Long> published = new HashMap<>();

  /**
   * Walks a work list.
   *
   * @param versions the newest version of each of many sends
   * @param ledger majority reads of rows
   */
  public ActiveFeed(
      ActiveSends active,
      Function<Collection<SendKey>, Map<SendKey, Long>> versions,
      Function<SendKey, Optional<Send>> ledger,
      EventLog log) {
    this.active = active;
    this.versions = versions;
    this.ledger = ledger;
    this.log = log;
  }

  @Override
  public List<Unpublished> some(int limit) {
    List<Unpublished> found = new ArrayList<>();
    Map<SendKey, Long> stillActive = new HashMap<>();
    List<ActiveSend> page = active.list(null, PAGE);
    while (!page.isEmpty() && found.size() < limit) {
      List<SendKey> keys = page.stream().map(ActiveSend::key).toList();
      versions
          .apply(keys)
          .forEach(
              (key, version) -> {
                long known = published.getOrDefault(key, 0L);
                stillActive.put(key, known);
                if (version > known) {
                  ledger.apply(key).ifPresent(send -> found.add(news(send, known)));
                }
              });
      page = active.list(keys.get(keys.size() - 1), PAGE);
    }
    if (page.isEmpty()) {
      published = stillActive;
    }
    return found;
  }

  @Override
  public void published(SendKey key, long version) {
    published.merge(key, version, Math::max);
  }

  /** Without a memory of this send the feed is asked, from the newest version down. */
  private Unpublished news(Send send, long known) {
    long last = known == 0 ? send.version() : known;
    while (known == 0 && last > 0 && !log.contains(send.key().value(), last)) {
      last--;
    }
    return new Unpublished(send, last);
  }
}
