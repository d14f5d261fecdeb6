package dev.sendonce.feed;

import dev.sendonce.send.Reason;
import dev.sendonce.send.SendState;
import org.bson.Document;

/** How an event is written down. */
final class EventDocument {
  private EventDocument() {}

  static Document write(long id, Event event) {
    return new Document("_id", id)
        .append("key", event.key())
        .append("version", event.version())
        .append("state", event.state().wire())
        .append("reason", event.reason() == null ? null : event.reason().wire())
        .append("at", event.at())
        .append("cause", event.cause())
        .append("attempt", event.attempt())
        .append("client", event.client())
        .append("batch", event.batch());
  }

  @SuppressWarnings("JavaUtilDate") // the driver's type for a BSON date
  static Event read(Document d) {
    String reason = d.getString("reason");
    return new Event(
        d.getLong("_id"),
        d.getString("key"),
        d.getLong("version"),
        SendState.fromWire(d.getString("state")),
        reason == null ? null : Reason.fromWire(reason),
        d.getDate("at").toInstant(),
        d.getString("cause"),
        d.getInteger("attempt", 0),
        d.getString("client"),
        d.getString("batch"));
  }
}
