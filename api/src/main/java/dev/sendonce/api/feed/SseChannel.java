package dev.sendonce.api.feed;

import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.OutboundSseEvent;
import jakarta.ws.rs.sse.Sse;
import jakarta.ws.rs.sse.SseEventSink;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes server-sent events, and comments when there is nothing to write. */
final class SseChannel {
  private static final Logger LOG = LoggerFactory.getLogger(SseChannel.class);

  private final SseEventSink sink;
  private final Sse sse;
  private final int ticksToHeartbeat;
  private int quietTicks;
  private CompletionStage<?> writing;

  SseChannel(SseEventSink sink, Sse sse, int ticksToHeartbeat) {
    this.sink = sink;
    this.sse = sse;
    this.ticksToHeartbeat = ticksToHeartbeat;
  }

  boolean isOpen() {
    return !sink.isClosed();
  }

  /** Whether the last write is still on its way: the client reads slowly. */
  boolean isBusy() {
    return writing != null && !writing.toCompletableFuture().isDone();
  }

  void comment(String text) {
    write(sse.newEventBuilder().comment(text).build());
  }

  /** From now on the client resumes with this id; an id without data is no event to a client. */
  void resumeFrom(String id) {
    write(sse.newEventBuilder().id(id).data(String.class, "").build());
  }

  <T> void event(String id, String name, Class<T> type, T data) {
    quietTicks = 0;
    write(
        sse.newEventBuilder()
            .id(id)
            .name(name)
            .mediaType(MediaType.APPLICATION_JSON_TYPE)
            .data(type, data)
            .build());
  }

  /** Called once a tick. */
  void heartbeat() {
    if (++quietTicks > ticksToHeartbeat) {
      comment("heartbeat");
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

  private void write(OutboundSseEvent event) {
    if (!sink.isClosed()) {
      writing = sink.send(event);
    }
  }
}
