package dev.sendonce.api.feed;

import dev.sendonce.api.auth.Caller;
import dev.sendonce.api.http.Page;
import dev.sendonce.api.http.PageRequest;
import dev.sendonce.feed.Event;
import dev.sendonce.feed.EventLog;
import io.dropwizard.auth.Auth;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.Sse;
import jakarta.ws.rs.sse.SseEventSink;
import java.util.ArrayList;
import java.util.List;

/** The ordered feed of events, in pages or pushed. A client sees its own sends, an admin all. */
@Path("/v1/events")
public final class EventsResource {
  /** How much of the feed one request looks through; most of it may be other clients'. */
  private static final int MOST_SCANNED = 20;

  private static final int SCAN = 500;

  private final EventLog log;
  private final OpenStreams streams;

  public EventsResource(EventLog log, OpenStreams streams) {
    this.log = log;
    this.streams = streams;
  }

  /**
   * The events after a position. {@code next} is null at the end of the feed; go on with the id of
   * the last event then. A page may have less than {@code limit} events, or none, and a {@code
   * next}: a client's events may lie far apart. With {@code after=now} the answer is only the
   * cursor.
   */
  @GET
  @Produces(MediaType.APPLICATION_JSON)
  public Page<EventJson> page(
      @Auth Caller caller,
      @QueryParam("after") String after,
      @QueryParam("cursor") String cursor,
      @QueryParam("limit") String limit) {
    PageRequest page = PageRequest.of(limit, null);
    String from = cursor == null ? after : cursor;
    long position = FeedPosition.of(from, log);
    if (FeedPosition.isNow(from)) {
      return new Page<>(List.of(), Long.toString(position));
    }
    return collect(caller, position, page.limit());
  }

  /** The same feed as server-sent events; {@code Last-Event-ID} wins over {@code after}. */
  @GET
  @Produces(MediaType.SERVER_SENT_EVENTS + ";qs=0.5") // JSON for those who accept anything
  public void stream(
      @Auth Caller caller,
      @Context SseEventSink sink,
      @Context Sse sse,
      @QueryParam("after") String after,
      @HeaderParam(HttpHeaders.LAST_EVENT_ID_HEADER) String lastEventId) {
    boolean resumed = lastEventId != null && !lastEventId.isEmpty();
    long position = FeedPosition.of(resumed ? lastEventId : after, log);
    streams.takePlace();
    boolean added = false;
    try {
      streams.add(
          new EventStream(caller, log, position, new SseChannel(sink, sse, System::nanoTime)));
      added = true;
    } finally {
      if (!added) {
        streams.giveBackPlace();
      }
    }
  }

  private Page<EventJson> collect(Caller caller, long position, int limit) {
    List<EventJson> items = new ArrayList<>();
    long cursor = position;
    for (int scans = 0; scans < MOST_SCANNED; scans++) {
      List<Event> scanned = log.after(cursor, caller.key().admin() ? limit : SCAN);
      if (scanned.isEmpty()) {
        return new Page<>(items, null);
      }
      for (Event event : scanned) {
        cursor = event.id();
        if (EventStream.maySee(caller, event)) {
          items.add(EventJson.of(event));
        }
        if (items.size() == limit) {
          return new Page<>(items, log.after(cursor, 1).isEmpty() ? null : Long.toString(cursor));
        }
      }
    }
    return new Page<>(items, Long.toString(cursor));
  }
}
