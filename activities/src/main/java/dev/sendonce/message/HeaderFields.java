package dev.sendonce.message;

import java.util.ArrayList;
import java.util.List;

/**
 * Collects header fields as they stand on the wire: folded between tokens, CRLF at each end. A
 * value that came from outside reaches this class only after {@link Characters#lineDefect}; it is
 * checked once more here, because a line end that slipped through would be a header of its own.
 */
final class HeaderFields {
  /** RFC 2047, 2: where lines with encoded-words end; others may as well. */
  private static final int PREFERRED = 76;

  /** Longest stretch without a blank that is left as it is in unstructured text. */
  private static final int LONGEST_PLAIN_WORD = 400;

  private final StringBuilder wire = new StringBuilder(512);

  /**
   * Free text (RFC 5322, 2.2.1), encoded where it has to be, so that a reader gets it unchanged.
   */
  HeaderFields text(String name, String value) {
    return isPlain(value)
        ? tokens(name, words(value))
        : tokens(name, EncodedWords.of(value, name.length() + 2));
  }

  /** A list of mailboxes (RFC 5322, 3.4). */
  HeaderFields mailboxes(String name, List<Mailbox> mailboxes) {
    List<String> tokens = new ArrayList<>();
    for (int i = 0; i < mailboxes.size(); i++) {
      Mailbox mailbox = mailboxes.get(i);
      String comma = i < mailboxes.size() - 1 ? "," : "";
      if (mailbox.name().isEmpty()) {
        tokens.add(mailbox.address() + comma);
      } else {
        int used = i == 0 ? name.length() + 2 : 1;
        tokens.addAll(phrase(mailbox.name().get(), used));
        tokens.add("<" + mailbox.address() + ">" + comma);
      }
    }
    return tokens(name, tokens);
  }

  /**
   * Tokens that must not be broken, with one blank or a fold between them. An encoded-word may
   * stand behind a fold as the first one too, since its line is limited (RFC 2047, 2).
   */
  HeaderFields tokens(String name, List<String> tokens) {
    wire.append(name).append(':');
    int column = name.length() + 1;
    for (int i = 0; i < tokens.size(); i++) {
      String token = tokens.get(i);
      requireOneLine(token);
      if ((i > 0 || EncodedWords.isOne(token)) && column + 1 + token.length() > PREFERRED) {
        wire.append("\r\n");
        column = 0;
      }
      wire.append(' ').append(token);
      column += 1 + token.length();
    }
    wire.append("\r\n");
    return this;
  }

  /** Everything so far. */
  @Override
  public String toString() {
    return wire.toString();
  }

  private static List<String> phrase(String name, int used) {
    boolean atoms = name.codePoints().allMatch(c -> c == ' ' || Characters.isAtext(c));
    if (!isPlain(name) || name.length() > 200) {
      return EncodedWords.of(name, used);
    }
    return atoms && !name.contains("  ")
        ? List.of(name.split(" ", -1))
        : List.of("\"" + name.replace("\\", "\\\\").replace("\"", "\\\"") + "\"");
  }

  /**
   * True when the text can stand as it is: printable ASCII that no reader takes for an encoded-word
   * and no fold can damage.
   */
  private static boolean isPlain(String value) {
    return !value.isEmpty()
        && value.chars().allMatch(c -> c >= 0x20 && c < 0x7f)
        && !value.contains("=?")
        && !value.startsWith(" ")
        && !value.endsWith(" ")
        && words(value).stream().allMatch(w -> w.length() <= LONGEST_PLAIN_WORD);
  }

  /** Splits at single blanks; of a run of blanks all but the first stay with the next word. */
  private static List<String> words(String value) {
    List<String> words = new ArrayList<>();
    int start = 0;
    for (int i = 1; i < value.length(); i++) {
      if (value.charAt(i) == ' ' && value.charAt(i - 1) != ' ') {
        words.add(value.substring(start, i));
        start = i + 1;
      }
    }
    words.add(value.substring(start));
    return words;
  }

  private static void requireOneLine(String token) {
    if (Characters.lineDefect(token).isPresent()) {
      throw new IllegalArgumentException("A header field would contain a control character.");
    }
  }
}
