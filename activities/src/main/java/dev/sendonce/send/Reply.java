package dev.sendonce.send;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A complete SMTP reply (RFC 5321, 4.2), kept verbatim.
 *
 * @param code three digits
 * @param enhanced enhanced status code (RFC 3463) such as {@code 5.1.1}, or null
 * @param text the text of all lines, joined with line feeds, without the codes
 */
public record Reply(int code, String enhanced, String text) {
  private static final Pattern ENHANCED =
      Pattern.compile("^([245]\\.\\d{1,3}\\.\\d{1,3})(?:\\s+|$)");

  /** Splits a leading enhanced code off the text of a reply. */
  public static Reply of(int code, String text) {
    String whole = text == null ? "" : text.strip();
    Matcher m = ENHANCED.matcher(whole);
    return m.find()
        ? new Reply(code, m.group(1), whole.substring(m.end()).strip())
        : new Reply(code, null, whole);
  }

  /** 2, 4, 5 … : the class of the reply. */
  public int series() {
    return code / 100;
  }

  /** The enhanced code, when the relay gave one. */
  public Optional<String> enhancedCode() {
    return Optional.ofNullable(enhanced);
  }

  /** The same reply with everything that looks like an address replaced, for logs and histories. */
  public Reply redacted() {
    return new Reply(code, enhanced, Redaction.of(text));
  }

  @Override
  public String toString() {
    return code + (enhanced == null ? " " : " " + enhanced + " ") + text;
  }
}
