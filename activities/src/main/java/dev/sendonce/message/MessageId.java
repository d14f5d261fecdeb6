package dev.sendonce.message;

import java.util.Optional;
import java.util.regex.Pattern;

/** The syntax of message ids (RFC 5322, 3.6.4, without obsolete forms). */
public final class MessageId {
  private static final String ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
  private static final String DOT_ATOM = ATOM + "(?:\\." + ATOM + ")*";

  private static final Pattern WELL_FORMED =
      Pattern.compile("<" + DOT_ATOM + "@(?:" + DOT_ATOM + "|\\[[!-Z^-~]*\\])>");
  private static final int MAXIMUM = 250;

  private MessageId() {}

  /** The id with angle brackets, which the text may lack; empty when it is not well formed. */
  public static Optional<String> parse(String text) {
    String id = text.startsWith("<") ? text : "<" + text + ">";
    return isWellFormed(id) ? Optional.of(id) : Optional.empty();
  }

  /** Whether this is a message id with its angle brackets. */
  static boolean isWellFormed(String id) {
    return id.length() <= MAXIMUM && WELL_FORMED.matcher(id).matches();
  }

  /** The id of a send, in the domain of its sender. */
  public static String of(String sendId, String senderDomain) {
    return "<" + sendId + "@" + senderDomain + ">";
  }
}
