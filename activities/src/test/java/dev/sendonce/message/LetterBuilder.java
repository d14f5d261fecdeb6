package dev.sendonce.message;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Letters for tests, from Ann to Bob unless told otherwise. */
final class LetterBuilder {
  private Mailbox from = Addresses.of("Ann <ann@example.org>");
  private List<Mailbox> to = List.of(Addresses.of("bob@example.net"));
  private String subject = "";
  private Optional<String> text = Optional.empty();
  private Optional<String> html = Optional.empty();
  private final Map<String, String> headers = new LinkedHashMap<>();
  private final List<Attachment> attachments = new ArrayList<>();

  LetterBuilder from(Mailbox mailbox) {
    from = mailbox;
    return this;
  }

  LetterBuilder to(List<Mailbox> mailboxes) {
    to = mailboxes;
    return this;
  }

  LetterBuilder subject(String value) {
    subject = value;
    return this;
  }

  LetterBuilder text(String value) {
    text = Optional.of(value);
    return this;
  }

  LetterBuilder html(String value) {
    html = Optional.of(value);
    return this;
  }

  LetterBuilder header(String name, String value) {
    headers.put(name, value);
    return this;
  }

  LetterBuilder attachment(String filename, String type, String contentId, byte[] bytes) {
    attachments.add(
        new Attachment(
            Optional.ofNullable(filename),
            MediaType.parse(type).orElseThrow(),
            Optional.ofNullable(contentId),
            new Bytes(bytes)));
    return this;
  }

  Letter build() {
    return new Letter(
        "id-1",
        "<id-1@example.org>",
        Instant.parse("2030-01-05T12:00:00Z"),
        from,
        Optional.empty(),
        to,
        List.of(),
        subject,
        text,
        html,
        headers,
        attachments);
  }

  private static final class Bytes implements Content {
    private final byte[] bytes;

    Bytes(byte[] bytes) {
      this.bytes = bytes;
    }

    @Override
    public long size() {
      return bytes.length;
    }

    @Override
    public String sha256() {
      return Sha256.hex(Sha256.start().digest(bytes));
    }

    @Override
    public InputStream open() {
      return new ByteArrayInputStream(bytes);
    }

    @Override
    public void close() {
      // nothing to free
    }
  }
}
