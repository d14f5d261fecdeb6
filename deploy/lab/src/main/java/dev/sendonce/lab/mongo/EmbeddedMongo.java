package dev.sendonce.lab.mongo;

import de.bwaldvogel.mongo.MongoServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.channels.UnresolvedAddressException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.h2.mvstore.MVStoreTool;

/**
 * A running embedded MongoDB. Thread-safe; {@link #close} ends it.
 *
 * @see DurableBackend what it promises
 */
public final class EmbeddedMongo implements AutoCloseable {
  private final MongoServer server;
  private final DurableBackend backend;

  private EmbeddedMongo(MongoServer server, DurableBackend backend) {
    this.server = server;
    this.backend = backend;
  }

  /**
   * Opens or creates the file, makes it small, and listens.
   *
   * @param port 0 for any free port
   * @throws IOException when the file cannot be used, or another process uses it, or the address is
   *     taken; the message is fit for people
   */
  public static EmbeddedMongo start(Path file, String host, int port) throws IOException {
    DurableBackend backend = new DurableBackend(open(file));
    MongoServer server = new MongoServer(backend);
    try {
      bind(server, host, port);
    } catch (IOException | UnresolvedAddressException e) {
      server.shutdown();
      backend.close();
      throw new IOException("cannot listen on " + host + ":" + port + ": " + e.getMessage(), e);
    }
    return new EmbeddedMongo(server, backend);
  }

  /** Declares what Netty throws undeclared. */
  private static void bind(MongoServer server, String host, int port) throws BindException {
    server.bind(host, port);
  }

  private static MVStore open(Path file) throws IOException {
    String name = file.toAbsolutePath().toString();
    Files.createDirectories(file.toAbsolutePath().getParent());
    try {
      MVStoreTool.compactCleanUp(name);
      if (Files.exists(file)) {
        MVStoreTool.compact(name, false);
      }
      MVStore store = new MVStore.Builder().fileName(name).autoCommitDisabled().open();
      // Old versions are for readers of snapshots, and there are none.
      store.setRetentionTime(0);
      return store;
    } catch (MVStoreException e) {
      throw new IOException("cannot open " + name + ": " + e.getMessage(), e);
    }
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return server.getLocalAddress();
  }

  /** A connection string without a database. */
  public String uri() {
    return "mongodb://" + address().getHostString() + ":" + address().getPort();
  }

  /** How much it holds. */
  public Capacity capacity() {
    return backend.capacity();
  }

  /** Ends the connections, finishes the command at work and closes the file. */
  @Override
  public void close() {
    server.shutdownNow();
    backend.close();
  }
}
