package dev.sendonce.lab.relay;

import dev.sendonce.lab.relay.script.Step;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.NavigableMap;
import java.util.TreeMap;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * The byte level of one connection: counts every byte in both directions and interrupts itself at
 * the offsets that a script asked for. Used by one thread; {@link #close()} by any.
 */
final class Wire implements Closeable {
  private static final int LONGEST_LINE = 65_536;

  /** What happens when an offset is reached. */
  @FunctionalInterface
  interface Interruption {
    void run() throws IOException;
  }

  private final Socket tcp;
  private final NavigableMap<Long, Interruption> onRead = new TreeMap<>();
  private final NavigableMap<Long, Interruption> onWritten = new TreeMap<>();
  private Socket socket;
  private InputStream in;
  private OutputStream out;
  private FirstReply reply = new FirstReply();
  private long bytesRead;
  private long bytesWritten;

  Wire(Socket tcp) throws IOException {
    this.tcp = tcp;
    tcp.setTcpNoDelay(true);
    use(tcp);
  }

  private void use(Socket next) throws IOException {
    socket = next;
    in = new BufferedInputStream(next.getInputStream());
    out = next.getOutputStream();
  }

  void whenRead(long offset, Interruption interruption) {
    onRead.put(offset, interruption);
  }

  void whenWritten(long offset, Interruption interruption) {
    onWritten.put(offset, interruption);
  }

  /** One byte, or a {@link HangUpException} at the end of the stream. */
  int read() throws IOException {
    interrupt(onRead, bytesRead);
    int octet = in.read();
    if (octet < 0) {
      throw new HangUpException(HangUpException.By.CLIENT);
    }
    bytesRead++;
    return octet;
  }

  /** A command without its line end; a bare line feed ends it, too. */
  String readLine() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int octet = read(); octet != '\n'; octet = read()) {
      if (line.size() == LONGEST_LINE) {
        throw new IOException("a command line without end");
      }
      line.write(octet);
    }
    String text = line.toString(StandardCharsets.UTF_8);
    return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
  }

  /** True when a byte can be read within that time, or the client has left. */
  boolean awaitInput(Duration patience) throws IOException {
    socket.setSoTimeout((int) Math.max(1, patience.toMillis()));
    in.mark(1);
    try {
      int octet = in.read();
      if (octet < 0) {
        throw new HangUpException(HangUpException.By.CLIENT);
      }
      in.reset();
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    } finally {
      if (!socket.isClosed()) {
        socket.setSoTimeout(0);
      }
    }
  }

  /** Writes the bytes in as few segments as the interruptions allow. */
  void write(byte[] octets) throws IOException {
    int from = 0;
    while (from < octets.length) {
      interrupt(onWritten, bytesWritten);
      Long next = onWritten.isEmpty() ? null : onWritten.firstKey();
      int length = octets.length - from;
      if (next != null) {
        length = (int) Math.min(length, next - bytesWritten);
      }
      out.write(octets, from, length);
      out.flush();
      bytesWritten += length;
      for (int i = from; i < from + length; i++) {
        reply.add(octets[i]);
      }
      from += length;
    }
    interrupt(onWritten, bytesWritten);
  }

  /** Forgets what was written so far; what follows answers the next command. */
  void beginReply() {
    reply = new FirstReply();
  }

  /** What was written since {@link #beginReply()}. */
  FirstReply reply() {
    return reply;
  }

  /** Server side of a TLS handshake on the same connection. Plain text read ahead is discarded. */
  void startTls(SSLContext tls) throws IOException {
    SSLSocket secure =
        (SSLSocket) tls.getSocketFactory().createSocket(tcp, null, tcp.getPort(), true);
    secure.setUseClientMode(false);
    secure.startHandshake();
    use(secure);
  }

  boolean isTls() {
    return socket != tcp;
  }

  boolean isClosed() {
    return tcp.isClosed();
  }

  /** Ends the connection in the given way. */
  void close(Step.Close.Way way) throws IOException {
    switch (way) {
      case RST -> tcp.setSoLinger(true, 0);
      case CUT -> tcp.shutdownOutput();
      case FIN -> {
        if (isTls()) {
          socket.close();
        } else {
          tcp.shutdownOutput();
        }
      }
    }
    tcp.close();
  }

  @Override
  public void close() throws IOException {
    tcp.close();
  }

  /** Each interruption runs once, and is forgotten first so that it may read and write itself. */
  private static void interrupt(NavigableMap<Long, Interruption> at, long offset)
      throws IOException {
    while (!at.isEmpty() && at.firstKey() <= offset) {
      at.pollFirstEntry().getValue().run();
    }
  }
}
