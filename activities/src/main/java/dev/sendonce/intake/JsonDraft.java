package dev.sendonce.intake;

import dev.sendonce.message.Attachment;
import dev.sendonce.message.Letter;
import dev.sendonce.message.Mailbox;
import dev.sendonce.message.MessageFreezer;
import dev.sendonce.message.MessageId;
import dev.sendonce.message.SpooledMessage;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The content of a JSON request.
 *
 * @param headers further header fields in the order of the request
 */
record JsonDraft(
    Mailbox from,
    Optional<Mailbox> replyTo,
    List<Mailbox> to,
    List<Mailbox> cc,
    String subject,
    Optional<String> text,
    Optional<String> html,
    Map<String, String> headers,
    Optional<String> messageId,
    List<Attachment> attachments)
    implements Draft {

  @Override
  public SpooledMessage freeze(MessageFreezer freezer, String sendId, Instant date)
      throws IOException {
    return freezer.freeze(
        new Letter(
            sendId,
            messageId.orElseGet(() -> MessageId.of(sendId, from.address().domain())),
            date,
            from,
            replyTo,
            to,
            cc,
            subject,
            text,
            html,
            headers,
            attachments));
  }

  @Override
  public String contentDigest() {
    Digester digester = new Digester().add(subject);
    digester.add(text.stream().toList()).add(html.stream().toList());
    attachments.forEach(a -> add(digester, a));
    return digester.hex();
  }

  @Override
  public boolean needsSmtpUtf8() {
    return Letter.needsSmtpUtf8(from, replyTo, to, cc);
  }

  @Override
  public void close() {
    attachments.forEach(a -> a.content().close());
  }

  /** Everything but Bcc, which is not content. */
  void fingerprint(Fingerprint fingerprint) {
    fingerprint.field("from", d -> d.add(EnvelopeReader.spelling(from)));
    replyTo.ifPresent(m -> fingerprint.field("replyTo", d -> d.add(EnvelopeReader.spelling(m))));
    mailboxes(fingerprint, "to", to);
    mailboxes(fingerprint, "cc", cc);
    if (!subject.isEmpty()) {
      fingerprint.field("subject", d -> d.add(subject));
    }
    text.ifPresent(t -> fingerprint.field("text", d -> d.add(t)));
    html.ifPresent(h -> fingerprint.field("html", d -> d.add(h)));
    if (!headers.isEmpty()) {
      fingerprint.field(
          "headers", d -> new TreeMap<>(headers).forEach((name, value) -> d.add(name).add(value)));
    }
    messageId.ifPresent(id -> fingerprint.field("messageId", d -> d.add(id)));
    if (!attachments.isEmpty()) {
      fingerprint.field("attachments", d -> attachments.forEach(a -> add(d, a)));
    }
  }

  static void mailboxes(Fingerprint fingerprint, String name, List<Mailbox> mailboxes) {
    if (!mailboxes.isEmpty()) {
      fingerprint.field(
          name, d -> d.add(mailboxes.stream().map(EnvelopeReader::spelling).toList()));
    }
  }

  private static void add(Digester digester, Attachment attachment) {
    digester
        .add(attachment.filename().stream().toList())
        .add(attachment.type().essence())
        .add(attachment.type().parameters())
        .add(attachment.contentId().stream().toList())
        .add(attachment.content().size())
        .add(attachment.content().sha256());
  }
}
