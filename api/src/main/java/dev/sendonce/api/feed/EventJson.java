package dev.sendonce.api.feed;

import dev.sendonce.feed.Event;
import dev.sendonce.send.Reason;
import dev.sendonce.send.SendState;
import java.time.Instant;

/** An event as clients see it; absent values are null. */
record EventJson(
    long id,
    String key,
    long version,
    SendState state,
    Reason reason,
    Instant at,
    String cause,
    int attempt,
    String client,
    String batch) {
  static EventJson of(Event e) {
    return new EventJson(
        e.id(),
        e.key(),
        e.version(),
        e.state(),
        e.reason(),
        e.at(),
        e.cause(),
        e.attempt(),
        e.client(),
        e.batch());
  }
}
