package dev.sendonce.smtp;

import dev.sendonce.send.Reply;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the lines of an SMTP reply strictly by the grammar of RFC 5321, 4.2: the same three digits
 * on every line, a hyphen on all but the last. Anything else is not a complete reply and proves
 * nothing; the library underneath would take the code of the first line for the whole.
 */
final class ReplyText {
  private static final Pattern LINE = Pattern.compile("([0-9]{3})(?:([ -])(.*))?", Pattern.DOTALL);

  private ReplyText() {}

  /**
   * The reply, when the lines are a complete one.
   *
   * @param lines as read, separated by line feeds, one character per byte
   */
  static Optional<Reply> parse(String lines) {
    String[] all = utf8(lines).split("\n", -1);
    StringBuilder text = new StringBuilder();
    String code = null;
    for (int i = 0; i < all.length; i++) {
      Matcher line = LINE.matcher(all[i]);
      boolean last = i == all.length - 1;
      if (!line.matches()
          || "-".equals(line.group(2)) == last
          || (code != null && !code.equals(line.group(1)))) {
        return Optional.empty();
      }
      code = line.group(1);
      text.append(i == 0 ? "" : "\n").append(line.group(3) == null ? "" : line.group(3));
    }
    return Optional.of(Reply.of(Integer.parseInt(code), withoutRepeatedStatus(text.toString())));
  }

  /** Undoes the library's reading of one byte as one character. */
  static String utf8(String bytes) {
    return new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }

  /** Every line of a reply may carry the enhanced status (RFC 2034); once is enough. */
  private static String withoutRepeatedStatus(String text) {
    Reply first = Reply.of(0, text);
    return first.enhancedCode().map(status -> text.replace("\n" + status + " ", "\n")).orElse(text);
  }
}
