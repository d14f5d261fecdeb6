package dev.sendonce.lab.relay;

import dev.sendonce.lab.relay.journal.JournalWriter;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Clock;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An SMTP relay that does what its scripts say, right down to the byte, and writes a journal of
 * every body it has read to the end. Without a script it is an ordinary relay that takes
 * everything. Thread-safe.
 */
public final class FaultRelay implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(FaultRelay.class);
  private static final int BACKLOG = 500;

  private final RelayParts parts;
  private final ServerSocket server;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "relay-session");
            thread.setDaemon(true);
            return thread;
          });

  private FaultRelay(RelayParts parts, ServerSocket server) {
    this.parts = parts;
    this.server = server;
  }

  /** Starts to listen. The relay works when this returns. */
  public static FaultRelay start(
      RelayOptions options, ScriptBook scripts, Keeper keeper, Clock clock) throws IOException {
    JournalWriter journal = JournalWriter.open(options.journal());
    ServerSocket server = new ServerSocket();
    try {
      if (options.receiveBuffer() > 0) {
        server.setReceiveBufferSize(options.receiveBuffer());
      }
      server.setReuseAddress(true);
      server.bind(new InetSocketAddress(options.host(), options.port()), BACKLOG);
    } catch (IOException e) {
      server.close();
      journal.close();
      throw new IOException(
          "SMTP cannot listen on " + options.host() + ":" + options.port() + ": " + e.getMessage(),
          e);
    }
    Ids ids = new Ids(Long.toString(clock.millis(), Character.MAX_RADIX));
    RelayParts parts =
        new RelayParts(options, scripts, journal, keeper, ids, new Lifetime(), clock);
    FaultRelay relay = new FaultRelay(parts, server);
    relay.threads.execute(relay::accept);
    return relay;
  }

  /** The port it listens on. */
  public int port() {
    return server.getLocalPort();
  }

  /** The scripts in use; changes take effect with the next connection or recipient. */
  public ScriptBook scripts() {
    return parts.scripts();
  }

  /** Connections that have not ended yet; 0 means that the journal tells everything. */
  public int openSessions() {
    return open.size();
  }

  /** Stops listening and cuts all connections. */
  @Override
  public void close() throws IOException {
    parts.lifetime().end();
    server.close();
    for (Socket socket : open) {
      socket.close();
    }
    threads.shutdown();
    try {
      if (!threads.awaitTermination(5, TimeUnit.SECONDS)) {
        LOG.warn("a session does not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    parts.journal().close();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        open.add(socket);
        serve(socket, new Session(parts, socket, parts.scripts().forConnection()));
      } catch (IOException | RejectedExecutionException e) {
        if (!server.isClosed()) {
          LOG.warn("a connection could not be accepted", e);
        }
      }
    }
  }

  private void serve(Socket socket, Session session) {
    threads.execute(
        () -> {
          try {
            session.run();
          } finally {
            open.remove(socket);
          }
        });
  }
}
