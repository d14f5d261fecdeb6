package dev.sendonce.lab.relay.script;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where in a conversation a script acts.
 *
 * @param number which recipient ({@code RCPT}, 0 for each one), byte offset ({@code BODY}, {@code
 *     READ}, {@code WRITTEN}) or milliseconds of silence ({@code IDLE}); 0 for all other places
 */
public record Point(Place place, long number) {
  private static final Pattern TEXT = Pattern.compile("([a-z]+)(?:@?(\\d{1,12}))?");

  /** The kinds of points, in the order in which a conversation usually meets them. */
  public enum Place {
    /** The TCP connection was accepted; nothing was said. */
    CONNECT,
    /** Instead of the greeting. */
    GREETING,
    /** Instead of the answer to EHLO or HELO. */
    EHLO,
    /** Instead of the answer to STARTTLS; TLS begins when a 220 was said. */
    STARTTLS,
    /** Instead of the answer to AUTH. */
    AUTH,
    /** Instead of the answer to MAIL. */
    MAIL,
    /** Instead of the answer to the n-th RCPT of a transaction, or to each. */
    RCPT,
    /** Instead of the answer to DATA; the body is read when a 354 was said. */
    DATA,
    /** After that many bytes of the body were read, as they are on the wire. */
    BODY,
    /** End of data was read: decides whether the message is kept and what is answered. */
    DOT,
    /** Instead of the answer to RSET. */
    RSET,
    /** Instead of the answer to NOOP. */
    NOOP,
    /** Instead of the answer to QUIT. */
    QUIT,
    /** No command came for that many milliseconds. */
    IDLE,
    /** After that many bytes were read on this connection, whatever they were. */
    READ,
    /** After that many bytes were written on this connection, possibly within a reply. */
    WRITTEN;

    private boolean numbered() {
      return this == RCPT || this == BODY || this == IDLE || this == READ || this == WRITTEN;
    }
  }

  public Point {
    if (number < 0 || (number > 0 && !place.numbered())) {
      throw new IllegalArgumentException("no number " + number + " at " + place);
    }
  }

  /** A place that needs no number; for {@code RCPT}: each recipient. */
  public static Point at(Place place) {
    return new Point(place, 0);
  }

  /** The n-th RCPT command of a transaction, from 1. */
  public static Point rcpt(int n) {
    return new Point(Place.RCPT, n);
  }

  /** After {@code offset} bytes of the body. */
  public static Point body(long offset) {
    return new Point(Place.BODY, offset);
  }

  /** After {@code millis} without a command. */
  public static Point idle(long millis) {
    return new Point(Place.IDLE, millis);
  }

  /** After {@code offset} bytes were read on the connection. */
  public static Point read(long offset) {
    return new Point(Place.READ, offset);
  }

  /** After {@code offset} bytes were written on the connection. */
  public static Point written(long offset) {
    return new Point(Place.WRITTEN, offset);
  }

  /** Reads {@link #toString()}. */
  static Point parse(String text) {
    Matcher m = TEXT.matcher(text);
    if (!m.matches()) {
      throw new ScriptSyntaxException("not a point of a conversation: " + text);
    }
    try {
      Place place = Place.valueOf(m.group(1).toUpperCase(Locale.ROOT));
      return new Point(place, m.group(2) == null ? 0 : Long.parseLong(m.group(2)));
    } catch (IllegalArgumentException e) {
      throw new ScriptSyntaxException("not a point of a conversation: " + text, e);
    }
  }

  /** Such as {@code dot}, {@code rcpt2}, {@code body@512}. */
  @Override
  public String toString() {
    String word = place.name().toLowerCase(Locale.ROOT);
    if (place == Place.RCPT) {
      return number == 0 ? word : word + number;
    }
    return place.numbered() ? word + "@" + number : word;
  }
}
