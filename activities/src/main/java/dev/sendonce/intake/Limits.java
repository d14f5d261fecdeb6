package dev.sendonce.intake;

import java.time.Duration;

/**
 * How much one request may ask for.
 *
 * @param content octets of text, HTML and attachments together, decoded
 * @param recipients over to, cc and bcc
 * @param expireAfter longest time for which a send may be tried
 * @param ahead how far in the future {@code sendAt} may lie
 */
public record Limits(long content, int recipients, Duration expireAfter, Duration ahead) {
  /** 25 MB, 50 recipients, 30 days, about ten years. */
  public static final Limits DEFAULT =
      new Limits(25L * 1024 * 1024, 50, Duration.ofDays(30), Duration.ofDays(3660));

  /** Levels of JSON; requests need four. */
  static final int NESTING = 100;

  /** Names, values and brackets; requests with everything in them need a few thousand. */
  static final long TOKENS = 100_000;

  /** Octets of the JSON text: base64 takes 4/3, escapes and white space some more. */
  long request() {
    return content * 3 / 2 + 4L * 1024 * 1024;
  }

  /** For a request of which only its parser knows in what way it is too much. */
  String inWords() {
    return "The request is larger than "
        + contentInWords()
        + " of content, is nested deeper than "
        + NESTING
        + " levels, has more than "
        + TOKENS
        + " parts, or holds a number or a name that is too long.";
  }

  /** The content limit as people write it. */
  String contentInWords() {
    long mebibyte = 1024 * 1024;
    return content % mebibyte == 0 ? content / mebibyte + " MB" : content + " bytes";
  }
}
