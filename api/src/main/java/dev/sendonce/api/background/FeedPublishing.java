package dev.sendonce.api.background;

import dev.sendonce.feed.EventLog;
import dev.sendonce.feed.Publisher;

/** Publishes what is waiting while this node holds the lease. */
public final class FeedPublishing {
  private static final int AT_ONCE = 500;

  private FeedPublishing() {}

  /** One look, to be repeated by one thread; never throws. */
  public static Runnable task(EventLog log, Publisher publisher, Leadership leadership) {
    return new Patient(
        "feed",
        log::createIndexes,
        () -> {
          int published = AT_ONCE;
          while (published == AT_ONCE && leadership.isHeld()) {
            published = publisher.publish(AT_ONCE, leadership::isHeld);
          }
        });
  }
}
