package dev.sendonce.lab.engines;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A network between a client and a real SMTP server that fails at the moment a test asks for. Each
 * connection takes the next cut that was ordered; without one it passes everything.
 */
final class CuttingProxy implements AutoCloseable {
  private static final int FORWARDED_OF_A_CUT_BODY = 300_000;

  /** How a connection fails. */
  enum Cut {
    /** The server reads everything and answers; the answer to the dot never arrives. */
    REPLY_TO_THE_DOT,
    /** The client writes everything; the server sees the connection reset inside the body. */
    BODY
  }

  private final ServerSocket front;
  private final int server;
  private final Queue<Cut> ordered = new ConcurrentLinkedQueue<>();
  private final AtomicInteger connections = new AtomicInteger();
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "cutting-proxy");
            thread.setDaemon(true);
            return thread;
          });

  CuttingProxy(int server) throws IOException {
    this.server = server;
    front = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    threads.execute(this::accept);
  }

  String url() {
    return "smtp://127.0.0.1:" + front.getLocalPort();
  }

  /** For the next connection. */
  void order(Cut cut) {
    ordered.add(cut);
  }

  int connections() {
    return connections.get();
  }

  private void accept() {
    while (!front.isClosed()) {
      try {
        Socket client = front.accept();
        connections.incrementAndGet();
        Connection connection = new Connection(client, ordered.poll());
        threads.execute(connection::down);
        threads.execute(connection::up);
      } catch (IOException e) {
        if (!front.isClosed()) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  /** The end of a body, wherever it falls in what is read. */
  private static final class DotFinder {
    private static final byte[] END = "\r\n.\r\n".getBytes(StandardCharsets.US_ASCII);
    private int matched;

    boolean in(byte[] bytes, int length) {
      for (int i = 0; i < length; i++) {
        if (bytes[i] == END[matched]) {
          matched++;
        } else {
          matched = bytes[i] == END[0] ? 1 : 0;
        }
        if (matched == END.length) {
          return true;
        }
      }
      return false;
    }
  }

  private final class Connection {
    private final Socket client;
    private final Socket relay;
    private final Cut cut;
    private final CountDownLatch answered = new CountDownLatch(1);
    private volatile boolean dotSeen;

    Connection(Socket client, Cut cut) throws IOException {
      this.client = client;
      this.cut = cut;
      relay = new Socket(InetAddress.getLoopbackAddress(), server);
    }

    void up() {
      DotFinder dot = new DotFinder();
      byte[] buffer = new byte[16 * 1024];
      long sent = 0;
      try (client;
          relay) {
        InputStream in = client.getInputStream();
        OutputStream out = relay.getOutputStream();
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
          dotSeen = dotSeen || dot.in(buffer, n);
          boolean full = cut == Cut.BODY && sent + n > FORWARDED_OF_A_CUT_BODY;
          if (full && !relay.isClosed()) {
            relay.setSoLinger(true, 0);
            relay.close();
          }
          if (!relay.isClosed()) {
            out.write(buffer, 0, n);
            sent += n;
          }
          if (cut != null && dotSeen) {
            boolean unused = cut == Cut.BODY || answered.await(30, TimeUnit.SECONDS);
            return;
          }
        }
      } catch (IOException | InterruptedException e) {
        // one of the sides is gone, which is what this is about
        return;
      }
    }

    void down() {
      byte[] buffer = new byte[16 * 1024];
      try {
        InputStream in = relay.getInputStream();
        OutputStream out = client.getOutputStream();
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
          if (cut != null && dotSeen) {
            answered.countDown();
          } else {
            out.write(buffer, 0, n);
            out.flush();
          }
        }
        if (cut == null) {
          client.shutdownOutput();
        }
      } catch (IOException e) {
        // one of the sides is gone, which is what this is about
        return;
      }
    }
  }

  @Override
  public void close() throws IOException {
    front.close();
    threads.shutdownNow();
  }
}
