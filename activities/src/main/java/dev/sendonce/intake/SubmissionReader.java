package dev.sendonce.intake;

import dev.sendonce.intake.RequestBody.AttachmentDraft;
import dev.sendonce.message.Attachment;
import dev.sendonce.message.CustomHeader;
import dev.sendonce.message.Mailbox;
import dev.sendonce.message.MediaType;
import dev.sendonce.message.MessageId;
import dev.sendonce.sequence.Sequence;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Judges every field of a JSON request and makes a {@link Submission} of it. Thread-safe. */
final class SubmissionReader {
  private static final int SUBJECT = 2000;
  private static final int HEADERS = 100;
  private static final int HEADER_VALUE = 8000;

  /** A thread's history may be longer than any other header value. */
  private static final int REFERENCES = 40_000;

  private static final int FILENAME = 255;

  private final IntakeSettings settings;
  private final EnvelopeReader addresses;
  private final TermsReader terms;

  SubmissionReader(IntakeSettings settings) {
    this.settings = settings;
    this.addresses = new EnvelopeReader(settings);
    this.terms = new TermsReader(settings);
  }

  /**
   * Judges a request. The draft of the submission takes over the files of the body.
   *
   * @throws LimitExceededException when text, HTML and attachments together are too large
   */
  Verdict read(RequestBody body, Submitter submitter, Instant now) throws LimitExceededException {
    Errors errors = body.errors();
    Errors policy = new Errors();
    Fields fields = new Fields("", body.fields(), errors);
    Optional<Mailbox> from = addresses.from(fields, submitter, errors, policy);
    List<Mailbox> to = addresses.many(fields, "to", errors);
    List<Mailbox> cc = addresses.many(fields, "cc", errors);
    List<Mailbox> bcc = addresses.many(fields, "bcc", errors);
    addresses.checkCount(fields, errors);
    Optional<Mailbox> replyTo = addresses.one(fields, "replyTo", errors);
    String subject = fields.line("subject", SUBJECT).orElse("");
    Optional<String> text = fields.text("text");
    Optional<String> html = fields.text("html");
    if (!fields.has("text") && !fields.has("html") && body.attachments().isEmpty()) {
      errors.add("text", "is required, unless there is html or an attachment");
    }
    Map<String, String> headers = headers(fields, errors);
    Optional<String> messageId = messageId(fields, errors);
    List<Attachment> attachments = attachments(body, errors);
    Terms agreed = terms.read(fields, submitter, now, errors, policy);
    checkSize(body, text, html, agreed.reference().isPresent());
    if (!errors.isEmpty() || from.isEmpty()) {
      return new Verdict(Optional.empty(), errors.and(policy));
    }
    JsonDraft draft =
        new JsonDraft(
            from.get(), replyTo, to, cc, subject, text, html, headers, messageId, attachments);
    Fingerprint fingerprint = new Fingerprint();
    draft.fingerprint(fingerprint);
    JsonDraft.mailboxes(fingerprint, "bcc", bcc);
    TermsReader.fingerprint(agreed, fingerprint);
    Envelope envelope = addresses.envelope(from.get().address(), to, cc, bcc);
    return new Verdict(
        Optional.of(new Submission(envelope, agreed, draft, fingerprint.digests())), policy.list());
  }

  private static Map<String, String> headers(Fields fields, Errors errors) {
    Map<String, String> headers = new LinkedHashMap<>();
    Set<String> seen = new HashSet<>();
    fields
        .entries("headers", HEADERS, REFERENCES)
        .forEach(
            (name, value) -> {
              String path = "headers." + name;
              boolean references = name.equalsIgnoreCase("References");
              if (!seen.add(name.toLowerCase(Locale.ROOT))) {
                errors.add(path, "is given twice");
              } else if (!references && value.codePointCount(0, value.length()) > HEADER_VALUE) {
                errors.add(path, "is longer than " + HEADER_VALUE + " characters");
              } else {
                CustomHeader.nameDefect(name)
                    .or(() -> CustomHeader.valueDefect(name, value))
                    .ifPresentOrElse(d -> errors.add(path, d), () -> headers.put(name, value));
              }
            });
    checkOneClick(headers, errors);
    return headers;
  }

  /** RFC 8058, 3.1: One-Click needs an https URI in List-Unsubscribe. */
  private static void checkOneClick(Map<String, String> headers, Errors errors) {
    Map<String, String> lower = new LinkedHashMap<>();
    headers.forEach((name, value) -> lower.put(name.toLowerCase(Locale.ROOT), value));
    if (lower.containsKey("list-unsubscribe-post")
        && !lower
            .getOrDefault("list-unsubscribe", "")
            .toLowerCase(Locale.ROOT)
            .contains("<https:")) {
      errors.add(
          "headers.List-Unsubscribe-Post", "needs a List-Unsubscribe with an https URI (RFC 8058)");
    }
  }

  private static Optional<String> messageId(Fields fields, Errors errors) {
    Optional<String> given = fields.line("messageId", HEADER_VALUE);
    Optional<String> parsed = given.flatMap(MessageId::parse);
    if (given.isPresent() && parsed.isEmpty()) {
      errors.add("messageId", "must look like <unique-part@domain> (RFC 5322, 3.6.4)");
    }
    return parsed;
  }

  private static List<Attachment> attachments(RequestBody body, Errors errors) {
    List<Attachment> attachments = new ArrayList<>();
    Set<String> contentIds = new HashSet<>();
    for (AttachmentDraft draft : body.attachments()) {
      Fields fields = new Fields(draft.path() + ".", draft.fields(), errors);
      Optional<String> filename = fields.line("filename", FILENAME);
      Optional<String> contentId = contentId(fields, errors);
      if (!fields.has("filename") && !fields.has("contentId")) {
        errors.add(fields.path("filename"), "is required, unless there is a contentId");
      }
      if (contentId.isPresent() && !contentIds.add(contentId.get())) {
        errors.add(fields.path("contentId"), "is given twice");
      }
      MediaType type = mediaType(fields, errors);
      draft
          .content()
          .ifPresent(
              content -> attachments.add(new Attachment(filename, type, contentId, content)));
    }
    return attachments;
  }

  private static Optional<String> contentId(Fields fields, Errors errors) {
    Optional<String> given = fields.line("contentId", FILENAME);
    if (given.isEmpty()) {
      return given;
    }
    String id = given.get();
    String bare = id.startsWith("<") && id.endsWith(">") ? id.substring(1, id.length() - 1) : id;
    if (!bare.matches("[!-;=?-~]{1,200}")) {
      errors.add(
          fields.path("contentId"), "must be 1 to 200 printable ASCII characters without blanks");
    }
    return Optional.of(bare);
  }

  private static MediaType mediaType(Fields fields, Errors errors) {
    Optional<String> given = fields.line("contentType", FILENAME);
    Optional<MediaType> type = given.flatMap(MediaType::parse);
    if (given.isPresent() && type.isEmpty()) {
      errors.add(fields.path("contentType"), "must be a media type such as application/pdf");
    } else if (type.isPresent() && type.get().isComposite()) {
      errors.add(
          fields.path("contentType"),
          "may not be multipart/… or message/…, which cannot be attached byte by byte; use"
              + " application/octet-stream");
    }
    return type.orElse(MediaType.OCTET_STREAM);
  }

  private void checkSize(
      RequestBody body, Optional<String> text, Optional<String> html, boolean filled)
      throws LimitExceededException {
    long size = text.map(t -> octets(t, filled)).orElse(0L);
    size += html.map(h -> octets(h, filled)).orElse(0L);
    for (AttachmentDraft draft : body.attachments()) {
      size += draft.content().map(c -> c.size()).orElse(0L);
    }
    if (size > settings.limits().content()) {
      throw new LimitExceededException(
          "The content is larger than the limit of " + settings.limits().contentInWords() + ".");
    }
  }

  /** UTF-8 length without making the bytes, with the longest reference in each place for it. */
  private static long octets(String text, boolean filled) {
    long octets = 0;
    int place = filled ? text.indexOf(JsonDraft.REFERENCE) : -1;
    while (place >= 0) {
      octets += Sequence.LONGEST_REFERENCE - JsonDraft.REFERENCE.length();
      place = text.indexOf(JsonDraft.REFERENCE, place + 1);
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      octets += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
    }
    return octets;
  }
}
