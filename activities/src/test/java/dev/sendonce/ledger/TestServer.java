package dev.sendonce.ledger;

import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicBoolean;

/** An embedded MongoDB on a free port of 127.0.0.1. */
public final class TestServer implements AutoCloseable {
  private final MongoServer server;
  private final String uri;
  private final AtomicBoolean closed = new AtomicBoolean();

  static TestServer on(MongoBackend backend) {
    return new TestServer(backend);
  }

  private TestServer(MongoBackend backend) {
    this.server = new MongoServer(backend);
    InetSocketAddress address = server.bind();
    this.uri = "mongodb://127.0.0.1:" + address.getPort();
  }

  /** Keeps everything in memory. */
  public static TestServer memory() {
    return new TestServer(new MemoryBackend());
  }

  /** On H2's storage engine, in memory. */
  public static TestServer h2() {
    return new TestServer(H2Backend.inMemory());
  }

  public String uri() {
    return uri;
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      server.shutdownNow();
    }
  }
}
