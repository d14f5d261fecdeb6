package dev.sendonce.ledger;

import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

/**
 * An embedded MongoDB that fails the next statements as real ones do. Handshakes always work; the
 * faults are for inserts, findAndModify and finds, in the order they come.
 */
final class FaultyBackend extends MemoryBackend {
  /** What happens to one statement. */
  enum Fault {
    /** Answered as it should be. */
    NONE,
    /** Applied; a majority has not confirmed it in time. */
    WRITE_CONCERN_TIMEOUT,
    /** Refused: there was an election. */
    NOT_WRITABLE_PRIMARY,
    /** The connection is gone before anything was applied. */
    DROPPED_BEFORE,
    /** Applied, and the connection is gone before the answer. */
    DROPPED_AFTER,
    /** Not applied now, but when {@link FaultyBackend#deliverLate} is called; no answer. */
    APPLIED_LATER,
    /** Applied, and answered only after the client has lost patience. */
    SLOW
  }

  private static final Set<String> STATEMENTS = Set.of("insert", "findandmodify", "find");

  private final Queue<Fault> faults = new ConcurrentLinkedQueue<>();
  private final Deque<Runnable> late = new ArrayDeque<>();
  private final CountDownLatch released = new CountDownLatch(1);

  /** The next statements fail like this, one after the other. */
  void next(Fault... coming) {
    for (Fault fault : coming) {
      faults.add(fault);
    }
  }

  /** Applies what was held back. */
  void deliverLate() {
    while (!late.isEmpty()) {
      late.pop().run();
    }
  }

  /** Lets slow statements answer. */
  void release() {
    released.countDown();
  }

  @Override
  public Document handleCommand(Channel channel, String database, String command, Document query) {
    boolean statement =
        STATEMENTS.contains(command.toLowerCase(Locale.ROOT)) && "sends".equals(query.get(command));
    Fault fault = statement ? faults.poll() : null;
    return fault == null || fault == Fault.NONE
        ? super.handleCommand(channel, database, command, query)
        : fail(fault, channel, database, command, query);
  }

  private Document fail(
      Fault fault, Channel channel, String database, String command, Document query) {
    switch (fault) {
      case NOT_WRITABLE_PRIMARY ->
          throw new MongoServerError(10107, "NotWritablePrimary", "not primary");
      case WRITE_CONCERN_TIMEOUT -> {
        Document answer = super.handleCommand(channel, database, command, query);
        return answer.append(
            "writeConcernError",
            new Document("code", 64)
                .append("codeName", "WriteConcernFailed")
                .append("errmsg", "waiting for replication timed out")
                .append("errInfo", new Document("wtimeout", true)));
      }
      case DROPPED_AFTER -> super.handleCommand(channel, database, command, query);
      case APPLIED_LATER -> late.push(() -> super.handleCommand(channel, database, command, query));
      case SLOW -> {
        super.handleCommand(channel, database, command, query);
        awaitRelease();
      }
      case DROPPED_BEFORE, NONE -> {
        // nothing is applied
      }
    }
    ChannelFuture unused = channel.close();
    throw new MongoServerError(8, "the connection is closed");
  }

  private void awaitRelease() {
    try {
      released.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
