package dev.sendonce.smtp;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;

/**
 * What the relay says, handed on one line at a time.
 *
 * <p>The mail library reads through a buffer of its own; a line is therefore all it ever gets at
 * once, and every byte beyond the last line of a reply stays here, where {@link #pending} and
 * {@link #probe} see it. SMTP without pipelining is strictly alternating, so bytes that lie here
 * before a command is written cannot be its answer. For the transmitting thread only.
 */
final class ReplyInput extends InputStream {
  /** No sane reply is longer; the TLS layer is below, so certificates do not count. */
  private static final int LONGEST_REPLY = 16 * 1024;

  private static final int PROBE_MILLIS = 1;

  /** What lies on the line when nothing should. */
  enum Probe {
    SILENT,
    BYTES,
    /** The relay closed or reset the connection. */
    ENDED
  }

  private final Socket socket;
  private final InputStream source;
  private final byte[] buffer = new byte[8192];
  private final ByteArrayOutputStream reply = new ByteArrayOutputStream(256);
  private int position;
  private int limit;
  private boolean lineEnded;

  /**
   * @param socket whose read time-out is used to probe
   */
  ReplyInput(Socket socket) throws IOException {
    this.socket = socket;
    this.source = socket.getInputStream();
  }

  /** A command is about to be written: what is read from now on is its reply. */
  void expectReply() {
    reply.reset();
    lineEnded = false;
  }

  /** What was read of the reply so far, complete or not; a hint for people, never proof. */
  String readSoFar() {
    return reply.toString(StandardCharsets.UTF_8).strip();
  }

  /** True when the last line read of the reply came with its end. */
  boolean lineEnded() {
    return lineEnded;
  }

  /** True when bytes lie here that nobody has read yet. Does not block, does not see an end. */
  boolean pending() throws IOException {
    return position < limit || source.available() > 0;
  }

  /** Looks for unread bytes or the end of the connection; takes a millisecond when silent. */
  Probe probe() {
    if (position < limit) {
      return Probe.BYTES;
    }
    try {
      int before = socket.getSoTimeout();
      socket.setSoTimeout(PROBE_MILLIS);
      try {
        return fill(0) ? Probe.BYTES : Probe.ENDED;
      } catch (SocketTimeoutException nothing) {
        return Probe.SILENT;
      } finally {
        socket.setSoTimeout(before);
      }
    } catch (IOException e) {
      return Probe.ENDED;
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (position == limit && !fill(0)) {
      return -1;
    }
    if (limit - position == 1 && buffer[position] == '\r') {
      // whether this ends a line shows only in the next byte
      buffer[0] = '\r';
      fill(1);
    }
    int count = Math.min(length, endOfChunk() - position);
    System.arraycopy(buffer, position, target, offset, count);
    reply.write(buffer, position, count);
    position += count;
    lineEnded = buffer[position - 1] == '\n';
    if (reply.size() > LONGEST_REPLY) {
      throw new IOException("a reply longer than " + LONGEST_REPLY + " bytes");
    }
    return count;
  }

  /**
   * One line, or as much of it as is here, without a carriage return whose line feed is still to
   * come. Any other carriage return is content (RFC 5321, 2.3.8) and becomes a blank: the library
   * would take it for the end of a line and keep the rest for the answer to the next command.
   */
  private int endOfChunk() {
    int end = position;
    while (end < limit) {
      byte b = buffer[end++];
      if (b == '\n') {
        return end;
      }
      if (b == '\r' && end < limit && buffer[end] != '\n') {
        buffer[end - 1] = ' ';
      }
    }
    return end - position > 1 && buffer[end - 1] == '\r' ? end - 1 : end;
  }

  @Override
  public int available() throws IOException {
    return limit - position + source.available();
  }

  /** Reads more, behind so many bytes that are kept; false at the end of the connection. */
  private boolean fill(int kept) throws IOException {
    position = 0;
    limit = kept;
    int count = source.read(buffer, kept, buffer.length - kept);
    limit = kept + Math.max(0, count);
    return count > 0;
  }
}
