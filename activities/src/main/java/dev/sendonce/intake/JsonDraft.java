package dev.sendonce.intake;

import dev.sendonce.message.Attachment;
import dev.sendonce.message.Letter;
import dev.sendonce.message.Mailbox;
import dev.sendonce.message.MessageFreezer;
import dev.sendonce.message.MessageId;
import dev.sendonce.message.SpooledMessage;
import dev.sendonce.send.Send;
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

  /** What stands for the reference of the send in subject, text and html. */
  static final String REFERENCE = "{{reference}}";

  @Override
  public SpooledMessage freeze(
      MessageFreezer freezer, String sendId, Instant date, Optional<Send.Reference> reference)
      throws IOException {
    // letters, digits, dot, dash and underscore, so that it is the same in text and in html
    String filling = reference.map(Send.Reference::text).orElse(REFERENCE);
    return freezer.freeze(
        new Letter(
            sendId,
            messageId.orElseGet(() -> MessageId.of(sendId, from.address().domain())),
            date,
            from,
            replyTo,
            to,
            cc,
            subject.replace(REFERENCE, filling),
            text.map(t -> t.replace(REFERENCE, filling)),
            html.map(h -> h.replace(REFERENCE, filling)),
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
