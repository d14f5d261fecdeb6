package dev.sendonce.lab.proxy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A network between nodes and a MongoDB that fails when a test wants it to. Understands nothing of
 * the protocol: what was sent in one piece arrives as one chunk most of the time. Thread-safe.
 */
public final class MongoProxy implements AutoCloseable {
  private static final int CHUNK = 64 * 1024;
  private static final int BACKLOG = 200;

  private final ServerSocket front;
  private final int server;
  private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
  private final AtomicInteger cuts = new AtomicInteger();
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "mongo-proxy");
            thread.setDaemon(true);
            return thread;
          });
  private volatile Line line = Line.SOUND;
  private volatile boolean away;

  /**
   * Listens on a free port of 127.0.0.1 at once.
   *
   * @param server port of the MongoDB on 127.0.0.1
   */
  public MongoProxy(int server) throws IOException {
    this.server = server;
    front = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    threads.execute(this::accept);
  }

  /** The connection string of a MongoDB behind this network, without options. */
  public String uri() {
    return "mongodb://127.0.0.1:" + front.getLocalPort();
  }

  /** From now on, for open connections as well. */
  public void use(Line next) {
    line = next;
  }

  /** How many connections were reset so far. */
  public int cuts() {
    return cuts.get();
  }

  /** Resets every open connection; new ones are welcome. */
  public void cutAll() {
    connections.forEach(Connection::cut);
  }

  /** Resets every open connection, and every new one until {@link #comeBack}. */
  public void goAway() {
    away = true;
    cutAll();
  }

  /** Ends {@link #goAway}. */
  public void comeBack() {
    away = false;
  }

  private void accept() {
    while (!front.isClosed()) {
      try {
        open(front.accept());
      } catch (IOException e) {
        if (!front.isClosed()) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  private void open(Socket client) throws IOException {
    if (away) {
      reset(client);
      return;
    }
    Socket mongo;
    try {
      mongo = new Socket(InetAddress.getLoopbackAddress(), server);
    } catch (IOException unreachable) {
      reset(client);
      return;
    }
    client.setTcpNoDelay(true);
    mongo.setTcpNoDelay(true);
    Connection connection = new Connection(client, mongo);
    connections.add(connection);
    threads.execute(() -> connection.carry(client, mongo, Line.Direction.TO_SERVER));
    threads.execute(() -> connection.carry(mongo, client, Line.Direction.TO_CLIENT));
  }

  private static void reset(Socket socket) {
    try (socket) {
      socket.setSoLinger(true, 0);
    } catch (IOException gone) {
      // which is what was wanted
      return;
    }
  }

  private final class Connection {
    private final Socket client;
    private final Socket mongo;

    private Connection(Socket client, Socket mongo) {
      this.client = client;
      this.mongo = mongo;
    }

    private void carry(Socket from, Socket to, Line.Direction direction) {
      byte[] buffer = new byte[CHUNK];
      try {
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream();
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
          int passing = line.passes(direction, n);
          out.write(buffer, 0, passing);
          out.flush();
          if (passing < n) {
            cut();
            return;
          }
        }
      } catch (IOException gone) {
        // one side is gone, so the other is of no use
      }
      end();
    }

    private void cut() {
      if (end()) {
        cuts.incrementAndGet();
      }
    }

    private boolean end() {
      boolean first = connections.remove(this);
      reset(client);
      reset(mongo);
      return first;
    }
  }

  @Override
  public void close() throws IOException {
    front.close();
    connections.forEach(Connection::end);
    threads.shutdownNow();
  }
}
