package dev.sendonce.lab.chaos;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The network between nodes and MongoDB, which stops at a write of a test's choice, before MongoDB
 * sees it or after it was applied and before the node hears of it. What is stopped never goes on:
 * the node is killed there, or the network is cut.
 *
 * <p>Nodes need not be a lab for this: it is outside of them.
 */
final class LedgerNetwork implements AutoCloseable {
  /** Where a write is stopped. */
  enum Side {
    /** MongoDB never sees it. */
    BEFORE,
    /** MongoDB has applied it, and nobody hears so. */
    AFTER
  }

  /**
   * A write to be stopped.
   *
   * @param step beginning of its name
   */
  record Stop(String step, Side side) {}

  private final ServerSocket front = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
  private final URI server;
  private final Map<String, Stop> stops = new HashMap<>();
  private final Set<String> stopped = new HashSet<>();
  private final List<Socket> sockets = new ArrayList<>();
  private long firstStop;
  private boolean cut;

  /**
   * @param server of the MongoDB behind it
   */
  LedgerNetwork(String server) throws IOException {
    this.server = URI.create(server);
    daemon(this::listen, "ledger-network");
  }

  String uri() {
    return "mongodb://127.0.0.1:" + front.getLocalPort();
  }

  /** The next such write of the send with that key is stopped. */
  synchronized void stopAt(String key, Stop stop) {
    stops.put(key, stop);
  }

  /** How long ago the first of those stopped was stopped. */
  synchronized Duration stoppedFor() {
    return Duration.ofNanos(System.nanoTime() - firstStop);
  }

  /** Forgets who was stopped. */
  synchronized void forget() {
    stopped.clear();
  }

  /** The keys of the sends that were stopped. */
  synchronized Set<String> stopped() {
    return Set.copyOf(stopped);
  }

  /** Resets every connection and lets nobody through. */
  synchronized void cut() {
    cut = true;
    closeAll();
  }

  /** Lets everybody through again. */
  synchronized void mend() {
    cut = false;
  }

  private synchronized void closeAll() {
    sockets.forEach(LedgerNetwork::reset);
    sockets.clear();
  }

  private static void reset(Socket socket) {
    try (socket) {
      socket.setSoLinger(true, 0);
    } catch (IOException e) {
      // it was closed by the other side, which is what was wanted
      return;
    }
  }

  private void listen() {
    while (!front.isClosed()) {
      try {
        connect(front.accept());
      } catch (IOException e) {
        // MongoDB is away or the test is over: the next client, if there is one
      }
    }
  }

  private synchronized void connect(Socket client) throws IOException {
    if (cut) {
      reset(client);
      return;
    }
    Connection connection;
    try {
      connection = new Connection(client, new Socket(server.getHost(), server.getPort()));
    } catch (IOException e) {
      reset(client);
      throw e;
    }
    sockets.add(connection.client);
    sockets.add(connection.mongo);
    daemon(connection::up, "ledger-up");
    daemon(connection::down, "ledger-down");
  }

  private static void daemon(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  private synchronized Optional<Side> meets(LedgerWrite write) {
    Stop stop = stops.get(write.key());
    if (stop == null || !write.step().startsWith(stop.step())) {
      return Optional.empty();
    }
    stops.remove(write.key());
    return Optional.of(stop.side());
  }

  private synchronized void hasStopped(String key) {
    if (stopped.isEmpty()) {
      firstStop = System.nanoTime();
    }
    stopped.add(key);
  }

  /** One client; its two threads read whole messages. */
  private final class Connection {
    private final Socket client;
    private final Socket mongo;
    private volatile LedgerWrite swallowAnswerTo;

    Connection(Socket client, Socket mongo) {
      this.client = client;
      this.mongo = mongo;
    }

    void up() {
      try {
        DataInputStream in = new DataInputStream(client.getInputStream());
        OutputStream out = mongo.getOutputStream();
        while (true) {
          byte[] message = read(in);
          Optional<LedgerWrite> write = LedgerWrite.in(message);
          Optional<Side> stop = write.flatMap(LedgerNetwork.this::meets);
          if (stop.equals(Optional.of(Side.BEFORE))) {
            hasStopped(write.get().key());
            continue;
          }
          if (stop.isPresent()) {
            swallowAnswerTo = write.get();
          }
          out.write(message);
        }
      } catch (IOException e) {
        reset(mongo);
      }
    }

    void down() {
      try {
        DataInputStream in = new DataInputStream(mongo.getInputStream());
        OutputStream out = client.getOutputStream();
        while (true) {
          byte[] message = read(in);
          LedgerWrite write = swallowAnswerTo;
          if (write != null && LedgerWrite.responseTo(message) == write.request()) {
            hasStopped(write.key());
          } else {
            out.write(message);
          }
        }
      } catch (IOException e) {
        reset(client);
      }
    }

    private static byte[] read(DataInputStream in) throws IOException {
      byte[] header = new byte[LedgerWrite.HEADER];
      in.readFully(header);
      int length = LedgerWrite.length(header);
      if (length < header.length) {
        throw new EOFException("no message of MongoDB's protocol");
      }
      byte[] message = new byte[length];
      System.arraycopy(header, 0, message, 0, header.length);
      in.readFully(message, header.length, length - header.length);
      return message;
    }
  }

  @Override
  public void close() throws IOException {
    front.close();
    closeAll();
  }
}
