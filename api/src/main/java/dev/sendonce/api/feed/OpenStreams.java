package dev.sendonce.api.feed;

import com.mongodb.MongoException;
import dev.sendonce.api.drain.Drainable;
import dev.sendonce.api.problem.Problem;
import dev.sendonce.api.problem.ProblemException;
import dev.sendonce.api.problem.ProblemType;
import dev.sendonce.feed.EventLog;
import dev.sendonce.ledger.LedgerUnavailableException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The open streams of this node. One thread serves them all: each tick sends what is new, and a
 * comment when nothing was sent for a while, so that proxies keep the connection. A stream whose
 * client has gone is dropped; it resumes with {@code Last-Event-ID}, on any node. Thread-safe.
 */
public final class OpenStreams implements Runnable, AutoCloseable, Drainable {
  private static final Logger LOG = LoggerFactory.getLogger(OpenStreams.class);
  private static final Duration RETRY_AFTER = Duration.ofSeconds(30);
  private static final Duration ELSEWHERE = Duration.ofSeconds(1);

  private final EventLog log;
  private final int most;
  private final Queue<PushedStream> streams = new ConcurrentLinkedQueue<>();
  private final AtomicInteger open = new AtomicInteger();
  private volatile boolean closing;

  /**
   * Streams over a log.
   *
   * @param most streams at once on this node
   */
  public OpenStreams(EventLog log, int most) {
    this.log = log;
    this.most = most;
  }

  /** Takes a place for a new stream, to be used or given back; 429 when the node has too many. */
  void takePlace() {
    if (closing) {
      throw new ProblemException(
          Problem.of(ProblemType.STOPPING, "This node is stopping; open the stream again."),
          ELSEWHERE);
    }
    if (open.incrementAndGet() > most) {
      open.decrementAndGet();
      throw new ProblemException(
          Problem.of(
              ProblemType.RATE_LIMITED,
              "This node has " + most + " streams open; try again, or page and poll."),
          RETRY_AFTER);
    }
  }

  /** Gives a place back that no stream was put on. */
  void giveBackPlace() {
    open.decrementAndGet();
  }

  /** Serves a stream from now on; its place was taken. */
  void add(PushedStream stream) {
    stream.greet();
    streams.add(stream);
    if (closing) {
      stream.channel().close();
    }
  }

  /** One tick: never throws, so that it can be repeated for ever. */
  @Override
  public void run() {
    streams.removeIf(this::hasClosed);
    if (streams.isEmpty()) {
      return;
    }
    long last = last();
    for (PushedStream stream : streams) {
      if (!stream.channel().isBusy()) {
        feed(stream, last);
      }
    }
  }

  /** 0 while the database is away: streams then send their heartbeats and nothing else. */
  private long last() {
    try {
      return log.last();
    } catch (MongoException e) {
      LOG.debug("The feed does not answer; streams are silent until it does", e);
      return 0;
    }
  }

  private static void feed(PushedStream stream, long last) {
    try {
      stream.tick(last);
    } catch (MongoException | LedgerUnavailableException e) {
      LOG.debug("The database does not answer; a stream is silent until it does", e);
    } catch (RuntimeException e) {
      // one broken stream must not end the others; its client resumes where it was
      LOG.error("A stream failed and is closed", e);
      stream.channel().close();
    }
  }

  @Override
  public String name() {
    return "streams";
  }

  /** Ends all streams, so that their clients resume on another node; new ones get a 503. */
  @Override
  public void drain() {
    close();
  }

  @Override
  public void undrain() {
    closing = false;
  }

  @Override
  public int left() {
    return open.get();
  }

  @Override
  public void close() {
    closing = true;
    streams.forEach(s -> s.channel().close());
  }

  private boolean hasClosed(PushedStream stream) {
    if (stream.channel().isOpen()) {
      return false;
    }
    open.decrementAndGet();
    return true;
  }
}
