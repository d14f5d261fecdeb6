package dev.sendonce.feed;

import dev.sendonce.send.Send;
import dev.sendonce.send.SendState;
import java.util.function.BooleanSupplier;

/**
 * Copies transitions from the ledger rows, where they were recorded in the same write as the change
 * itself, into the feed. Safe to run twice at once and to be cut anywhere.
 */
public final class Publisher {
  private final UnpublishedSends sends;
  private final EventLog log;

  /** Thread-safe when both collaborators are. */
  public Publisher(UnpublishedSends sends, EventLog log) {
    this.sends = sends;
    this.log = log;
  }

  /**
   * Publishes what is waiting, at most {@code limit} sends.
   *
   * @param mayGoOn asked before each send; a publisher that lost its lease stops early
   * @return how many sends were published
   */
  public int publish(int limit, BooleanSupplier mayGoOn) {
    int done = 0;
    for (UnpublishedSends.Unpublished news : sends.some(limit)) {
      if (!mayGoOn.getAsBoolean()) {
        return done;
      }
      Send send = news.send();
      for (Send.TimelineEntry entry : send.timeline()) {
        if (entry.version() > news.published()) {
          log.append(event(send, entry));
        }
      }
      sends.published(send.key(), send.version());
      done++;
    }
    return done;
  }

  private static Event event(Send send, Send.TimelineEntry entry) {
    return new Event(
        0,
        send.key().value(),
        entry.version(),
        entry.state(),
        entry.state() == SendState.NOT_SENT ? send.reason() : null,
        entry.at(),
        entry.cause(),
        entry.attempt(),
        send.client(),
        send.batch());
  }
}
