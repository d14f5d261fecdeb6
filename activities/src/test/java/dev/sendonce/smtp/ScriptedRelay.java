package dev.sendonce.smtp;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A server on 127.0.0.1 that follows a script for each connection and keeps what it read. */
final class ScriptedRelay implements AutoCloseable {
  /** What the server does on one connection, from the greeting on. */
  @FunctionalInterface
  interface Dialogue {
    void run(Wire wire) throws IOException;
  }

  private final ServerSocket listener;
  private final List<Dialogue> scripts;
  private final AtomicInteger connections = new AtomicInteger();
  private final List<String> commands = new CopyOnWriteArrayList<>();
  private final List<byte[]> bodies = new CopyOnWriteArrayList<>();
  private final List<Socket> open = new CopyOnWriteArrayList<>();
  private final CountDownLatch closing = new CountDownLatch(1);

  /**
   * @param scripts for the first, second … connection; the last one repeats
   */
  ScriptedRelay(Dialogue... scripts) throws IOException {
    this.scripts = List.of(scripts);
    this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::acceptAll);
  }

  int port() {
    return listener.getLocalPort();
  }

  int connections() {
    return connections.get();
  }

  /** Every command line, over all connections, without the bodies. */
  List<String> commands() {
    return List.copyOf(commands);
  }

  /** Bodies whose end of data was read completely, un-stuffed. */
  List<byte[]> completeBodies() {
    return List.copyOf(bodies);
  }

  @Override
  public void close() throws IOException {
    closing.countDown();
    listener.close();
    for (Socket socket : open) {
      socket.close();
    }
  }

  private void acceptAll() {
    try {
      while (true) {
        Socket socket = listener.accept();
        open.add(socket);
        int number = connections.getAndIncrement();
        Dialogue script = scripts.get(Math.min(number, scripts.size() - 1));
        start(() -> converse(socket, script));
      }
    } catch (IOException e) {
      // closed: the test is over
      Thread.currentThread().interrupt();
    }
  }

  private void converse(Socket socket, Dialogue script) {
    try (socket) {
      script.run(new Wire(socket));
    } catch (IOException e) {
      // the client left, which scripts provoke
      open.remove(socket);
    }
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "scripted-relay");
    thread.setDaemon(true);
    thread.start();
  }

  /** One connection, seen from the server. */
  final class Wire {
    private Socket socket;
    private InputStream in;

    Wire(Socket socket) throws IOException {
      use(socket);
    }

    /** Goes on over another socket, such as the TLS layer of this one. */
    void use(Socket next) throws IOException {
      socket = next;
      in = new BufferedInputStream(next.getInputStream());
    }

    Socket socket() {
      return socket;
    }

    /** Writes lines, each with its CRLF, at once. */
    void say(String... lines) throws IOException {
      raw(String.join("\r\n", lines) + "\r\n");
    }

    /** Writes exactly this. */
    void raw(String text) throws IOException {
      socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
      socket.getOutputStream().flush();
    }

    /** The next command line; throws when the client has left. */
    String hear() throws IOException {
      String line = line();
      commands.add(line);
      return line;
    }

    /** Reads a body up to and including its end of data and keeps it. */
    byte[] body() throws IOException {
      ByteArrayOutputStream body = new ByteArrayOutputStream();
      for (String line = line(); !line.equals("."); line = line()) {
        String plain = line.startsWith(".") ? line.substring(1) : line;
        body.write(plain.getBytes(StandardCharsets.ISO_8859_1));
        body.write(new byte[] {'\r', '\n'});
      }
      bodies.add(body.toByteArray());
      return body.toByteArray();
    }

    /** Reads this many raw bytes. */
    void swallow(int count) throws IOException {
      if (in.readNBytes(count).length < count) {
        throw new IOException("the client left");
      }
    }

    /** Neither reads nor writes until the test is over. */
    void sleep() {
      try {
        closing.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    /** Reads until the client leaves. */
    void listen() throws IOException {
      while (in.read() >= 0) {
        Arrays.fill(new byte[0], (byte) 0);
      }
    }

    /** Closes with a reset instead of an orderly end. */
    void reset() throws IOException {
      socket.setSoLinger(true, 0);
      socket.close();
    }

    private String line() throws IOException {
      StringBuilder line = new StringBuilder();
      for (int b = in.read(); b != '\n'; b = in.read()) {
        if (b < 0) {
          throw new IOException("the client left");
        }
        line.append((char) b);
      }
      int end = line.length() - 1;
      if (end < 0 || line.charAt(end) != '\r') {
        throw new IOException("a line that does not end with CRLF");
      }
      return line.substring(0, end);
    }
  }
}
