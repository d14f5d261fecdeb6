package dev.sendonce.feed;

import dev.sendonce.send.Send;
import dev.sendonce.send.SendState;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Copies transitions from the ledger rows, where they were recorded in the same write as the change
 * itself, into the feed. Safe to run twice at once and to be cut anywhere.
 */
public final class Publisher {
  private final UnpublishedSends sends;
  private final EventLog log;
  private final Consumer<Event> published;

  /** Thread-safe when both collaborators are. */
  public Publisher(UnpublishedSends sends, EventLog log) {
    this(sends, log, event -> {});
  }

  /**
   * Thread-safe when all collaborators are.
   *
   * @param published told about each event that this publisher appended; not told again, and not
   *     told about one whose answer was lost, so it may count but not decide
   */
  public Publisher(UnpublishedSends sends, EventLog log, Consumer<Event> published) {
    this.sends = sends;
    this.log = log;
    this.published = published;
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
          publish(event(send, entry));
        }
      }
      sends.published(send.key(), send.version());
      done++;
    }
    return done;
  }

  private void publish(Event event) {
    if (log.append(event)) {
      published.accept(event);
    }
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
