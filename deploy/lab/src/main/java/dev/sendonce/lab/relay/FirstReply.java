package dev.sendonce.lab.relay;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The first reply in a run of written bytes, as a client that follows RFC 5321 (4.2) reads it. A
 * line feed ends a line. A first line that is no reply line spoils what follows.
 */
final class FirstReply {
  private static final Pattern LINE = Pattern.compile("(\\d{3})(?:([ -]).*)?", Pattern.DOTALL);

  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private int multiLineCode = -1;
  private int code = -1;
  private boolean over;

  /** Takes one more byte that was written. */
  void add(int octet) {
    if (over) {
      return;
    }
    if (octet == '\n') {
      endLine(line.toString(StandardCharsets.ISO_8859_1).replaceFirst("\r$", ""));
      line.reset();
    } else {
      line.write(octet);
    }
  }

  private void endLine(String text) {
    Matcher m = LINE.matcher(text);
    if (!m.matches() || (multiLineCode >= 0 && multiLineCode != Integer.parseInt(m.group(1)))) {
      over = true;
      return;
    }
    multiLineCode = Integer.parseInt(m.group(1));
    if (!"-".equals(m.group(2))) {
      code = multiLineCode;
      over = true;
    }
  }

  /** The code of the complete first reply; empty when there is none. */
  OptionalInt code() {
    return code < 0 ? OptionalInt.empty() : OptionalInt.of(code);
  }
}
