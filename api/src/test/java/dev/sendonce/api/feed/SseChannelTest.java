package dev.sendonce.api.feed;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.sse.OutboundSseEvent;
import jakarta.ws.rs.sse.Sse;
import jakarta.ws.rs.sse.SseBroadcaster;
import jakarta.ws.rs.sse.SseEventSink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.glassfish.jersey.media.sse.OutboundEvent;
import org.junit.jupiter.api.Test;

class SseChannelTest {
  private final List<OutboundSseEvent> written = new ArrayList<>();
  private long now = 5;
  private final SseChannel channel = new SseChannel(new Sink(), new Events(), () -> now);

  /**
   * By the clock: while the database is away a tick takes seconds, and clients wait all the same.
   */
  @Test
  void saysThatItIsThereAfterAQuietTimeHoweverFewTicksThatIs() {
    channel.comment("hello");
    channel.heartbeat();
    assertThat(written).hasSize(1);

    now += Duration.ofSeconds(15).toNanos();
    channel.heartbeat();
    assertThat(written).hasSize(2);
    assertThat(written.get(1).getComment()).isEqualTo("heartbeat");

    now += Duration.ofSeconds(10).toNanos();
    channel.resumeFrom("7");
    now += Duration.ofSeconds(10).toNanos();
    channel.heartbeat();
    assertThat(written).as("it has just said something").hasSize(3);
  }

  private final class Sink implements SseEventSink {
    @Override
    public boolean isClosed() {
      return false;
    }

    @Override
    public CompletionStage<?> send(OutboundSseEvent event) {
      written.add(event);
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public void close() {}
  }

  private static final class Events implements Sse {
    @Override
    public OutboundSseEvent.Builder newEventBuilder() {
      return new OutboundEvent.Builder();
    }

    @Override
    public SseBroadcaster newBroadcaster() {
      throw new UnsupportedOperationException();
    }
  }
}
