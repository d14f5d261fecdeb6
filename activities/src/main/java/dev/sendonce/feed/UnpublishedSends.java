package dev.sendonce.feed;

import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import java.util.List;

/** Where the publisher finds transitions that are not in the feed yet. */
public interface UnpublishedSends {
  /** Some sends with unpublished transitions; each is offered again until published. */
  List<Unpublished> some(int limit);

  /** All transitions of this send up to this version are in the feed. */
  void published(SendKey key, long version);

  /**
   * A send with news.
   *
   * @param published the last version known to be in the feed, 0 when none is
   */
  record Unpublished(Send send, long published) {}
}
