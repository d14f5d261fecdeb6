package dev.sendonce.api.feed;

import com.mongodb.MongoException;
import dev.sendonce.api.auth.Caller;
import dev.sendonce.api.problem.Problem;
import dev.sendonce.api.problem.ProblemException;
import dev.sendonce.api.problem.ProblemType;
import dev.sendonce.feed.Event;
import dev.sendonce.feed.EventLog;
import jakarta.ws.rs.sse.Sse;
import jakarta.ws.rs.sse.SseEventSink;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The open event streams of this node. One thread serves them all: each tick sends what is new, and
 * a comment when nothing was sent for a while, so that proxies keep the connection. A stream whose
 * client does not read is dropped; it resumes with {@code Last-Event-ID}, on any node. Thread-safe.
 */
public final class EventStreams implements Runnable, AutoCloseable {
  private static final int PAGE = 100;
  private static final Duration HEARTBEAT = Duration.ofSeconds(15);
  private static final Duration RETRY_AFTER = Duration.ofSeconds(30);

  private final EventLog log;
  private final int most;
  private final int ticksToHeartbeat;
  private final Queue<EventStream> streams = new ConcurrentLinkedQueue<>();
  private final AtomicInteger open = new AtomicInteger();

  /**
   * Streams over a log.
   *
   * @param most streams at once on this node
   * @param tick how often {@link #run} is called
   */
  public EventStreams(EventLog log, int most, Duration tick) {
    this.log = log;
    this.most = most;
    this.ticksToHeartbeat = (int) Math.max(1, HEARTBEAT.toMillis() / tick.toMillis());
  }

  /** Opens a stream after this position; 429 when the node has too many. */
  void add(Caller caller, long position, SseEventSink sink, Sse sse) {
    if (open.incrementAndGet() > most) {
      open.decrementAndGet();
      throw new ProblemException(
          Problem.of(
              ProblemType.RATE_LIMITED,
              "This node has " + most + " event streams open; try again, or page the feed."),
          RETRY_AFTER);
    }
    EventStream stream = new EventStream(caller, position, sink, sse, ticksToHeartbeat);
    stream.greet();
    streams.add(stream);
  }

  /** One tick: never throws, so that it can be repeated for ever. */
  @Override
  public void run() {
    streams.removeIf(this::hasClosed);
    streams.forEach(this::feed);
  }

  @Override
  public void close() {
    streams.forEach(EventStream::close);
  }

  static boolean maySee(Caller caller, Event event) {
    return caller.key().admin() || caller.key().client().equals(event.client());
  }

  private boolean hasClosed(EventStream stream) {
    if (stream.isOpen()) {
      return false;
    }
    open.decrementAndGet();
    return true;
  }

  private void feed(EventStream stream) {
    if (stream.isBusy()) {
      return;
    }
    try {
      List<Event> news = log.after(stream.position(), PAGE);
      stream.send(news);
    } catch (MongoException e) {
      // the client sees a silent stream and heartbeats until the database is back
      stream.send(List.of());
    }
  }
}
