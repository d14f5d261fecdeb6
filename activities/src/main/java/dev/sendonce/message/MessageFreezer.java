package dev.sendonce.message;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Writes the exact bytes of a message, once. Attachments pass through in small pieces, so that the
 * memory it needs does not grow with them. Thread-safe.
 */
public final class MessageFreezer {
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE, d MMM yyyy HH:mm:ss Z", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);
  private static final int BUFFER = 16 * 1024;

  private final Path temporary;

  /**
   * A freezer.
   *
   * @param temporary directory for messages that are too large for memory
   */
  public MessageFreezer(Path temporary) {
    this.temporary = temporary;
  }

  /**
   * The frozen form of a letter; the caller closes it.
   *
   * @throws IOException when the temporary file cannot be written or an attachment not be read
   */
  public SpooledMessage freeze(Letter letter) throws IOException {
    try (Spool spool = new Spool(temporary)) {
      OutputStream buffered = new BufferedOutputStream(spool, BUFFER);
      WireOutput wire = new WireOutput(buffered);
      OutputStream out = new BufferedOutputStream(wire, BUFFER);
      MimePart content = content(letter);
      String fields = fields(letter) + content.contentFields() + "\r\n";
      out.write(fields.getBytes(StandardCharsets.UTF_8));
      content.writeTo(out);
      out.flush();
      wire.endLine();
      buffered.flush();
      return new SpooledMessage(letter.messageId(), spool.finish());
    }
  }

  /**
   * The frozen form of a message that a client built: X-Sendonce-Id in front, Message-ID and Date
   * only when they are missing, and every other byte as it is; the caller closes it.
   *
   * @throws IOException when a temporary file cannot be read or written
   */
  public SpooledMessage freeze(RawMessage raw, String sendId, Instant date) throws IOException {
    String messageId = raw.messageId().orElseGet(() -> MessageId.of(sendId, raw.author().domain()));
    HeaderFields fields = new HeaderFields().tokens("X-Sendonce-Id", List.of(sendId));
    if (raw.messageId().isEmpty()) {
      fields.tokens("Message-ID", List.of(messageId));
    }
    if (!raw.dated()) {
      fields.tokens("Date", List.of(date(date)));
    }
    try (Spool spool = new Spool(temporary);
        InputStream content = raw.content().open()) {
      OutputStream out = new BufferedOutputStream(new WireOutput(spool), BUFFER);
      out.write(fields.toString().getBytes(StandardCharsets.US_ASCII));
      content.transferTo(out);
      out.flush();
      return new SpooledMessage(messageId, spool.finish());
    }
  }

  /** A date as it stands in a header field (RFC 5322, 3.3). */
  static String date(Instant instant) {
    return DATE.format(instant);
  }

  private static String fields(Letter letter) {
    HeaderFields fields =
        new HeaderFields()
            .tokens("Date", List.of(date(letter.date())))
            .mailboxes("From", List.of(letter.from()));
    letter.replyTo().ifPresent(m -> fields.mailboxes("Reply-To", List.of(m)));
    if (!letter.to().isEmpty()) {
      fields.mailboxes("To", letter.to());
    } else if (letter.cc().isEmpty()) {
      fields.tokens("To", List.of("undisclosed-recipients:;"));
    }
    if (!letter.cc().isEmpty()) {
      fields.mailboxes("Cc", letter.cc());
    }
    if (!letter.subject().isEmpty()) {
      fields.text("Subject", letter.subject());
    }
    fields
        .tokens("Message-ID", List.of(letter.messageId()))
        .tokens("X-Sendonce-Id", List.of(letter.sendId()));
    for (Map.Entry<String, String> header : letter.headers().entrySet()) {
      if (CustomHeader.isStructured(header.getKey())) {
        fields.tokens(header.getKey(), CustomHeader.tokens(header.getValue()));
      } else {
        fields.text(header.getKey(), header.getValue());
      }
    }
    return fields.tokens("MIME-Version", List.of("1.0")).toString();
  }

  /**
   * mixed(alternative(text, related(html, inline files)), files), each level only where it has
   * several parts; but a file always stands in mixed, also alone.
   */
  private static MimePart content(Letter letter) {
    String boundary = Multipart.BOUNDARY + letter.sendId().replace("-", "") + "_";
    List<MimePart> inline = new ArrayList<>();
    List<MimePart> files = new ArrayList<>();
    for (Attachment attachment : letter.attachments()) {
      boolean shownInside = letter.html().isPresent() && attachment.contentId().isPresent();
      (shownInside ? inline : files).add(new AttachmentPart(attachment, shownInside));
    }
    List<MimePart> bodies = new ArrayList<>();
    letter.text().ifPresent(t -> bodies.add(new TextPart("plain", t)));
    letter
        .html()
        .map(h -> (MimePart) new TextPart("html", h))
        .map(h -> inline.isEmpty() ? h : related(boundary + "r", h, inline))
        .ifPresent(bodies::add);
    Optional<MimePart> body =
        bodies.size() > 1
            ? Optional.of(new Multipart("alternative", boundary + "a", bodies))
            : bodies.stream().findFirst();
    if (files.isEmpty()) {
      return body.orElseGet(() -> new TextPart("plain", ""));
    }
    List<MimePart> all = new ArrayList<>();
    body.ifPresent(all::add);
    all.addAll(files);
    return new Multipart("mixed", boundary + "m", all);
  }

  private static MimePart related(String boundary, MimePart html, List<MimePart> inline) {
    List<MimePart> parts = new ArrayList<>();
    parts.add(html);
    parts.addAll(inline);
    return Multipart.related(boundary, parts);
  }
}
