package dev.sendonce.smtp;

import dev.sendonce.send.FrozenMessage;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Writes a frozen message as the body of DATA: byte for byte, with only the dots at the beginning
 * of lines doubled (RFC 5321, 4.5.2), never with the final dot.
 *
 * <p>What does not match the record is reported before end of data can be written (invariant I6):
 * another digest, another length, a carriage return or line feed on its own (it could smuggle a
 * second message past a lenient relay), or a last line without its end.
 */
final class BodyWriter {
  private static final int CHUNK = 16 * 1024;

  private final FrozenMessage message;
  private final OutputStream relay;
  private final byte[] stuffed = new byte[2 * CHUNK];
  private int last = '\n';
  private int beforeLast = '\r';

  BodyWriter(FrozenMessage message, OutputStream relay) {
    this.message = message;
    this.relay = relay;
  }

  /** The message is not the one that was recorded; nothing of it may count. */
  static final class MismatchException extends IOException {
    private static final long serialVersionUID = 1;

    MismatchException(String what) {
      super("the stored message is not the recorded one: " + what);
    }
  }

  /** Writes and flushes all of it, then compares. */
  void write() throws IOException {
    MessageDigest digest = sha256();
    long size = 0;
    try (InputStream in = message.open()) {
      byte[] chunk = new byte[CHUNK];
      for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
        digest.update(chunk, 0, count);
        size += count;
        relay.write(stuffed, 0, stuff(chunk, count));
      }
    }
    relay.flush();
    compare("sha256:" + HexFormat.of().formatHex(digest.digest()), size);
  }

  private int stuff(byte[] chunk, int count) throws MismatchException {
    int length = 0;
    for (int i = 0; i < count; i++) {
      byte b = chunk[i];
      if ((b == '\n') != (last == '\r')) {
        throw new MismatchException("a line end that is not CRLF");
      }
      if (b == '.' && last == '\n') {
        stuffed[length++] = '.';
      }
      stuffed[length++] = b;
      beforeLast = last;
      last = b;
    }
    return length;
  }

  private void compare(String digest, long size) throws MismatchException {
    if (size != message.size()) {
      throw new MismatchException(size + " bytes instead of " + message.size());
    }
    if (!digest.equals(message.digest())) {
      throw new MismatchException("its digest is another one");
    }
    if (size == 0 || last != '\n' || beforeLast != '\r') {
      throw new MismatchException("its last line has no end");
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }
}
