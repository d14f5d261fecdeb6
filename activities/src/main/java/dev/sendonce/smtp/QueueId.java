package dev.sendonce.smtp;

import dev.sendonce.send.Reply;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the relay's own id of a message in its reply to end of data. Best effort: the reply is kept
 * verbatim beside it, and nothing is ever decided by the absence of an id.
 */
final class QueueId {
  private static final String ID = "([A-Za-z0-9][A-Za-z0-9._@+=/-]{2,199})";

  /** The most telling first. */
  private static final List<Pattern> SPELLINGS =
      List.of(
          // Outlook.com, Exchange Online: "2.0.0 OK <…@….prod.outlook.com> [Hostname=…]"
          Pattern.compile("<([^<>\\s]{3,199})>"),
          // Postfix "Ok: queued as X", SendGrid "Ok: queued as X", OpenSMTPD-alikes
          Pattern.compile("(?i)\\bqueued (?:mail )?(?:as|for delivery as|with id)[: ]+" + ID),
          // Exim "OK id=X", others "id: X"
          Pattern.compile("(?i)\\b(?:message-?|queue-?)?id\\s*[=:]\\s*" + ID),
          // Sendmail and OpenSMTPD: "X Message accepted for delivery"
          Pattern.compile("(?i)^" + ID + " message accepted"),
          Pattern.compile("(?i)^message accepted for delivery[: ]+" + ID),
          // Gmail: "OK  1700000000 x1-2002…sor.5 - gsmtp"
          Pattern.compile("(?i)^ok\\s+\\d{8,}\\s+" + ID + "\\s+-\\s+gsmtp"),
          // Amazon SES and qmail: "Ok X", "ok 1700000000 qp 12345"
          Pattern.compile("(?i)^ok\\s+\\d+ qp (\\d+)"),
          Pattern.compile("(?i)^ok[: ]+" + ID + "$"));

  private QueueId() {}

  /** The id, when the text carries one. */
  static Optional<String> in(Reply reply) {
    String firstLine = reply.text().lines().findFirst().orElse("").strip();
    return find(firstLine).or(() -> find(reply.text().replace('\n', ' ').strip()));
  }

  private static Optional<String> find(String text) {
    return SPELLINGS.stream()
        .map(spelling -> spelling.matcher(text))
        .filter(Matcher::find)
        .map(found -> found.group(1))
        .filter(id -> id.chars().anyMatch(Character::isDigit))
        .findFirst();
  }
}
