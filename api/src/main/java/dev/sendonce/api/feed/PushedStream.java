package dev.sendonce.api.feed;

/** One open stream of server-sent events; used by the one thread that serves all streams. */
interface PushedStream {
  /** Sends the header at once, so that the client knows that it is connected. */
  void greet();

  /**
   * Sends what is new, or a comment when it was quiet for long.
   *
   * @param last the newest position of the feed, 0 while it is not known
   * @throws com.mongodb.MongoException when the database does not answer, or {@code
   *     LedgerUnavailableException}; the next tick goes on
   */
  void tick(long last);

  /** What it writes to. */
  SseChannel channel();
}
