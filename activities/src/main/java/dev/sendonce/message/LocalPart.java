package dev.sendonce.message;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The rules for what stands before the at-sign: Dot-string or Quoted-string (RFC 5321, 4.1.2). */
final class LocalPart {
  private static final int MAXIMUM_OCTETS = 64;

  private LocalPart() {}

  /** What is wrong with a local part, quotes included where it has them; empty when nothing is. */
  static Optional<String> defect(String local) {
    if (local.isEmpty()) {
      return Optional.of("has nothing before the @");
    }
    if (local.getBytes(StandardCharsets.UTF_8).length > MAXIMUM_OCTETS) {
      return Optional.of("has more than " + MAXIMUM_OCTETS + " octets before the @");
    }
    return local.startsWith("\"") ? quotedDefect(local) : dotStringDefect(local);
  }

  private static Optional<String> dotStringDefect(String local) {
    if (local.startsWith(".") || local.endsWith(".") || local.contains("..")) {
      return Optional.of(
          "has a dot at the begin or end of, or two dots in, the part before the @; quote it");
    }
    for (int i = 0; i < local.length(); ) {
      int c = local.codePointAt(i);
      if (c != '.' && !Characters.isAtext(c) && c < 0x80) {
        return Optional.of(
            c == ' '
                ? "has a blank before the @; quote that part if it is meant"
                : "has '" + (char) c + "' before the @; quote that part if it is meant");
      }
      i += Character.charCount(c);
    }
    return Optional.empty();
  }

  private static Optional<String> quotedDefect(String local) {
    if (local.length() < 2 || closingQuote(local, 0) != local.length() - 1) {
      return Optional.of("has a quoted part that does not end at the @");
    }
    return local.length() == 2
        ? Optional.of("has an empty quoted part before the @")
        : Optional.empty();
  }

  /** Index of the quote that closes the one at {@code open}, or -1. */
  static int closingQuote(String text, int open) {
    for (int i = open + 1; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\') {
        i++;
      } else if (c == '"') {
        return i;
      }
    }
    return -1;
  }

  /** The content without quotes and escapes; a Dot-string as it is. */
  static String unquoted(String local) {
    if (!local.startsWith("\"")) {
      return local;
    }
    StringBuilder plain = new StringBuilder();
    for (int i = 1; i < local.length() - 1; i++) {
      if (local.charAt(i) == '\\' && i < local.length() - 2) {
        i++;
      }
      plain.append(local.charAt(i));
    }
    return plain.toString();
  }

  /** The shortest spelling of a content: without quotes where a Dot-string can say it. */
  static String spelled(String content) {
    return !content.isEmpty() && dotStringDefect(content).isEmpty()
        ? content
        : "\"" + content.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }
}
