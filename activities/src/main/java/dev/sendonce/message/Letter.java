package dev.sendonce.message;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Everything that stands in a message, validated, before it is frozen. Bcc is not here: it belongs
 * to the envelope.
 *
 * @param sendId for {@code X-Sendonce-Id}
 * @param messageId with angle brackets
 * @param subject may be empty
 * @param text line ends are CRLF
 * @param html line ends are CRLF
 * @param headers further fields in their order, each free of {@link CustomHeader#defect}
 */
public record Letter(
    String sendId,
    String messageId,
    Instant date,
    Mailbox from,
    Optional<Mailbox> replyTo,
    List<Mailbox> to,
    List<Mailbox> cc,
    String subject,
    Optional<String> text,
    Optional<String> html,
    Map<String, String> headers,
    List<Attachment> attachments) {
  public Letter {
    to = List.copyOf(to);
    cc = List.copyOf(cc);
    attachments = List.copyOf(attachments);
  }

  /** True when one of these addresses can only be written in UTF-8 (RFC 6532). */
  public static boolean needsSmtpUtf8(
      Mailbox from, Optional<Mailbox> replyTo, List<Mailbox> to, List<Mailbox> cc) {
    return Stream.of(Stream.of(from), replyTo.stream(), to.stream(), cc.stream())
        .flatMap(s -> s)
        .anyMatch(m -> m.address().needsSmtpUtf8());
  }
}
