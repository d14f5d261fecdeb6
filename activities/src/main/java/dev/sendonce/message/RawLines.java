package dev.sendonce.message;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The lines of a message (RFC 5322, 2.1), read as a stream. The first line end decides: either all
 * lines end with CRLF or all with LF alone. Each byte is one character of a line.
 */
final class RawLines {
  private static final int LONGEST = 998;

  private final InputStream in;
  private final byte[] line = new byte[LONGEST];
  private int number;
  private Boolean crlf;
  private String defect;

  RawLines(InputStream in) {
    this.in = in;
  }

  /** The next line without its end; empty at the end of the message or at a defect. */
  Optional<String> next() throws IOException {
    int length = 0;
    int b = in.read();
    if (b < 0 || defect != null) {
      return Optional.empty();
    }
    number++;
    while (b >= 0 && b != '\r' && b != '\n') {
      if (b == 0) {
        return defect("contains NUL");
      }
      if (length == LONGEST) {
        return defect("is longer than " + LONGEST + " octets (RFC 5322, 2.1.1)");
      }
      line[length++] = (byte) b;
      b = in.read();
    }
    if (b == '\r' && in.read() != '\n') {
      return defect("contains a carriage return that is not part of a line end");
    }
    if (b >= 0) {
      if (crlf != null && crlf != (b == '\r')) {
        return defect("ends differently from the lines before; use CRLF everywhere");
      }
      crlf = b == '\r';
    }
    return Optional.of(new String(line, 0, length, StandardCharsets.ISO_8859_1));
  }

  /** Number of the line that was read last, from 1. */
  int number() {
    return number;
  }

  /** Why no more lines come, when it is not the end. */
  Optional<String> defect() {
    return Optional.ofNullable(defect);
  }

  private Optional<String> defect(String reason) {
    defect = "has a line (" + number + ") that " + reason;
    return Optional.empty();
  }
}
