package dev.sendonce.api.feed;

import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.sse.OutboundSseEvent;
import jakarta.ws.rs.sse.Sse;
import jakarta.ws.rs.sse.SseEventSink;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes server-sent events, and comments when there is nothing to write. */
final class SseChannel {
  private static final Logger LOG = LoggerFactory.getLogger(SseChannel.class);

  private static final long QUIET_NANOS = Duration.ofSeconds(14).toNanos();

  private final SseEventSink sink;
  private final Sse sse;
  private final LongSupplier nanoTime;
  private long lastWrite;
  private CompletionStage<?> writing;

  SseChannel(SseEventSink sink, Sse sse, LongSupplier nanoTime) {
    this.sink = sink;
    this.sse = sse;
    this.nanoTime = nanoTime;
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
    write(
        sse.newEventBuilder()
            .id(id)
            .name(name)
            .mediaType(MediaType.APPLICATION_JSON_TYPE)
            .data(type, data)
            .build());
  }

  /** Says that it is still there, when it has said nothing for a while. */
  void heartbeat() {
    if (nanoTime.getAsLong() - lastWrite >= QUIET_NANOS) {
      comment("heartbeat");
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
      lastWrite = nanoTime.getAsLong();
      writing = sink.send(event);
    }
  }
}
