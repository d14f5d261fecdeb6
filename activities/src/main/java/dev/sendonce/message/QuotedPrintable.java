package dev.sendonce.message;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * A text in UTF-8 as quoted-printable (RFC 2045, 6.7). No line of it ends with a blank, and none
 * begins with {@code From} and a blank, which mailbox files would escape. Not thread-safe.
 */
final class QuotedPrintable {
  /** RFC 2045, 6.7 (5), less the equals sign of a soft line break. */
  private static final int LONGEST = 75;

  private final String text;
  private final OutputStream out;
  private int column;

  private QuotedPrintable(String text, OutputStream out) {
    this.text = text;
    this.out = out;
  }

  /**
   * Writes the encoded text.
   *
   * @param text line ends are CRLF
   */
  static void write(String text, OutputStream out) throws IOException {
    new QuotedPrintable(text, out).write();
  }

  private void write() throws IOException {
    int i = 0;
    while (i < text.length()) {
      if (text.startsWith("\r\n", i)) {
        put("\r\n");
        column = 0;
        i += 2;
      } else {
        int c = text.codePointAt(i);
        // a character is never split, and what stands first on a line is known before it is encoded
        if (column + width(i, c) > LONGEST) {
          put("=\r\n");
          column = 0;
        }
        String token = stands(i, c) ? Character.toString(c) : encoded(c);
        put(token);
        column += token.length();
        i += Character.charCount(c);
      }
    }
  }

  private int width(int i, int c) {
    return stands(i, c) ? 1 : encoded(c).length();
  }

  /** Whether a character may stand for itself where it would be written now. */
  private boolean stands(int i, int c) {
    if (c == ' ' || c == '\t') {
      return i + 1 < text.length() && !text.startsWith("\r\n", i + 1);
    }
    boolean printable = c > ' ' && c < 0x7f && c != '=';
    return printable && !(column == 0 && text.startsWith("From ", i));
  }

  private static String encoded(int c) {
    StringBuilder encoded = new StringBuilder();
    for (byte b : Character.toString(c).getBytes(StandardCharsets.UTF_8)) {
      encoded.append(String.format("=%02X", b & 0xff));
    }
    return encoded.toString();
  }

  private void put(String ascii) throws IOException {
    out.write(ascii.getBytes(StandardCharsets.US_ASCII));
  }
}
