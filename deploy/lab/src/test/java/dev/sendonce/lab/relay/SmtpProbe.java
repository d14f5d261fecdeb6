package dev.sendonce.lab.relay;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A client that writes exactly the bytes it is told to. Latin-1 throughout. */
final class SmtpProbe implements Closeable {
  private static final int PATIENCE_MILLIS = 10_000;

  private final Socket socket;
  private final InputStream in;

  SmtpProbe(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.setTcpNoDelay(true);
    this.in = new BufferedInputStream(socket.getInputStream());
  }

  /** Connects without reading the greeting. */
  static SmtpProbe connect(int port) throws IOException {
    return new SmtpProbe(new Socket(InetAddress.getLoopbackAddress(), port));
  }

  /** Connects and greets. */
  static SmtpProbe greet(int port) throws IOException {
    SmtpProbe probe = connect(port);
    probe.reply();
    probe.command("EHLO probe.test");
    return probe;
  }

  void write(String octets) throws IOException {
    socket.getOutputStream().write(octets.getBytes(StandardCharsets.ISO_8859_1));
    socket.getOutputStream().flush();
  }

  /** Sends a command and returns the whole reply, lines joined with a line feed. */
  String command(String line) throws IOException {
    write(line + "\r\n");
    return reply();
  }

  String reply() throws IOException {
    StringBuilder reply = new StringBuilder();
    String line = line();
    while (line.length() > 3 && line.charAt(3) == '-') {
      reply.append(line).append('\n');
      line = line();
    }
    return reply.append(line).toString();
  }

  /** Up to DATA's 354. */
  void beginBody(String from, String... recipients) throws IOException {
    command("MAIL FROM:<" + from + ">");
    for (String recipient : recipients) {
      command("RCPT TO:<" + recipient + ">");
    }
    String go = command("DATA");
    if (!go.startsWith("354")) {
      throw new IOException("no 354 but " + go);
    }
  }

  /** A whole transaction; {@code stuffed} ends with a line end. */
  String send(String recipient, String stuffed) throws IOException {
    beginBody("sender@example.test", recipient);
    write(stuffed + ".\r\n");
    return reply();
  }

  /** Everything until the server closes; a reset is an exception. */
  String rest() throws IOException {
    return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
  }

  String octets(int count) throws IOException {
    return new String(in.readNBytes(count), StandardCharsets.ISO_8859_1);
  }

  Socket socket() {
    return socket;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int octet = in.read(); octet != '\n'; octet = in.read()) {
      if (octet < 0) {
        throw new EOFException("closed after: " + line.toString(StandardCharsets.ISO_8859_1));
      }
      line.write(octet);
    }
    return line.toString(StandardCharsets.ISO_8859_1).replace("\r", "");
  }
}
