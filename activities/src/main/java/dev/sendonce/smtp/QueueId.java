package dev.sendonce.smtp;

import dev.sendonce.send.Outcome;
import dev.sendonce.send.Reply;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds the relay's own id of a message in its reply to end of data. Best effort: the reply is kept
 * verbatim beside it, and nothing is ever decided by the absence of an id.
 */
final class QueueId {
  private static final String ID = "([A-Za-z0-9][A-Za-z0-9._@+=/-]{2,199})";

  /** Spellings that name the id as one, the most telling first. */
  private static final List<Pattern> NAMED =
      List.of(
          // Postfix, SendGrid "Ok: queued as X", Brevo "OK: queued as <X>"
          Pattern.compile("(?i)\\bqueued (?:mail )?(?:as|for delivery as|with id)[: ]+<?" + ID),
          // Exim "OK id=X", others "id: X"
          Pattern.compile("(?i)\\b(?:message-?|queue-?)?id\\s*[=:]\\s*<?" + ID),
          // Outlook.com, Exchange: "OK <…@….prod.outlook.com> [Hostname=…]"
          Pattern.compile("<([^<>\\s]{3,199})>"),
          // Sendmail and OpenSMTPD: "X Message accepted for delivery"
          Pattern.compile("(?i)^" + ID + " message accepted"),
          // Gmail: "OK  1700000000 x1-2002…sor.5 - gsmtp"
          Pattern.compile("(?i)^ok\\s+\\d{8,}\\s+" + ID + "\\s+-\\s+gsmtp"),
          // qmail: "ok 1700000000 qp 12345"
          Pattern.compile("(?i)^ok\\s+\\d+ qp (\\d+)"));

  /** Amazon SES: "Ok X". So little context that only something with a digit is taken for an id. */
  private static final Pattern BARE = Pattern.compile("(?i)^ok[: ]+" + ID + "$");

  private QueueId() {}

  /** The id, when the text carries one. */
  static Optional<String> in(Reply reply) {
    String text = reply.text().replace('\n', ' ').strip();
    return NAMED.stream()
        .map(spelling -> first(spelling, text))
        .flatMap(Optional::stream)
        .findFirst()
        .or(() -> first(BARE, text).filter(id -> id.chars().anyMatch(Character::isDigit)));
  }

  /**
   * The outcome without an id that is in truth an address of the envelope, perhaps rewritten to
   * another domain: relays quote those, too, and an id is shown where no address may be.
   */
  static Outcome withoutAddress(Outcome outcome, Transmission transmission) {
    if (!(outcome instanceof Outcome.Accepted accepted) || accepted.queueId() == null) {
      return outcome;
    }
    int at = accepted.queueId().lastIndexOf('@');
    String localPart = at < 0 ? null : accepted.queueId().substring(0, at);
    boolean quoted =
        Stream.concat(
                Stream.of(transmission.from()),
                transmission.recipients().stream().map(Transmission.Recipient::address))
            .anyMatch(address -> address.local().equalsIgnoreCase(localPart));
    return quoted ? new Outcome.Accepted(accepted.reply(), null) : outcome;
  }

  private static Optional<String> first(Pattern spelling, String text) {
    Matcher found = spelling.matcher(text);
    return found.find() ? Optional.of(found.group(1)) : Optional.empty();
  }
}
