package dev.sendonce.api.feed;

import dev.sendonce.api.auth.Caller;
import dev.sendonce.feed.Event;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.OutboundSseEvent;
import jakarta.ws.rs.sse.Sse;
import jakarta.ws.rs.sse.SseEventSink;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One open stream; used by the one thread that serves all streams. */
final class EventStream {
  private static final Logger LOG = LoggerFactory.getLogger(EventStream.class);

  private final Caller caller;
  private final SseEventSink sink;
  private final Sse sse;
  private final int ticksToHeartbeat;
  private long position;
  private int quietTicks;
  private CompletionStage<?> writing;

  EventStream(Caller caller, long position, SseEventSink sink, Sse sse, int ticksToHeartbeat) {
    this.caller = caller;
    this.position = position;
    this.sink = sink;
    this.sse = sse;
    this.ticksToHeartbeat = ticksToHeartbeat;
  }

  long position() {
    return position;
  }

  boolean isOpen() {
    return !sink.isClosed();
  }

  /** Whether the last write is still on its way: the client reads slowly. */
  boolean isBusy() {
    return writing != null && !writing.toCompletableFuture().isDone();
  }

  /** Sends the header at once, so that the client knows that it is connected. */
  void greet() {
    write(sse.newEventBuilder().comment("sendonce feed after " + position).build());
  }

  void send(List<Event> news) {
    boolean sent = false;
    for (Event event : news) {
      if (EventStreams.maySee(caller, event)) {
        write(event(event));
        sent = true;
      }
      position = event.id();
    }
    quietTicks = sent ? 0 : quietTicks + 1;
    if (quietTicks >= ticksToHeartbeat) {
      write(sse.newEventBuilder().comment("heartbeat").build());
      quietTicks = 0;
    }
  }

  void close() {
    try {
      sink.close();
    } catch (IllegalStateException e) {
      LOG.debug("The server closed a stream first", e);
    }
  }

  private OutboundSseEvent event(Event event) {
    return sse.newEventBuilder()
        .id(Long.toString(event.id()))
        .name("transition")
        .mediaType(MediaType.APPLICATION_JSON_TYPE)
        .data(EventJson.class, EventJson.of(event))
        .build();
  }

  private void write(OutboundSseEvent event) {
    if (!sink.isClosed()) {
      writing = sink.send(event);
    }
  }
}
