package dev.sendonce.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.james.mime4j.dom.Entity;
import org.apache.james.mime4j.dom.Message;
import org.apache.james.mime4j.dom.Multipart;
import org.apache.james.mime4j.dom.TextBody;
import org.apache.james.mime4j.message.DefaultMessageBuilder;
import org.apache.james.mime4j.stream.MimeConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MessageFreezerTest {

  @TempDir Path temporary;

  @Test
  void writesATextLetterWithItsOwnIdentity() throws IOException {
    Letter letter = new LetterBuilder().subject("Invoice 7").text("Hello\r\n").build();

    assertThat(frozen(letter))
        .isEqualTo(
            """
            Date: Sat, 5 Jan 2030 12:00:00 +0000
            From: Ann <ann@example.org>
            To: bob@example.net
            Subject: Invoice 7
            Message-ID: <id-1@example.org>
            X-Sendonce-Id: id-1
            MIME-Version: 1.0
            Content-Type: text/plain; charset=utf-8
            Content-Transfer-Encoding: 7bit

            Hello
            """
                .replace("\n", "\r\n"));
  }

  @Test
  void digestAndSizeAreThoseOfTheBytes() throws IOException {
    Letter letter = new LetterBuilder().text("x".repeat(1_000_000)).build();
    try (SpooledMessage message = new MessageFreezer(temporary).freeze(letter)) {
      byte[] bytes = message.open().readAllBytes();

      assertThat(message.size()).isEqualTo(bytes.length);
      assertThat(message.digest()).isEqualTo("sha256:" + Sha256.hex(Sha256.start().digest(bytes)));
      assertThat(temporary).isEmptyDirectory();
    }
  }

  @Test
  void nestsTextHtmlInlineImagesAndFiles() throws IOException {
    Letter letter =
        new LetterBuilder()
            .text("plain")
            .html("<img src=cid:logo>")
            .attachment("logo.png", "image/png", "logo", new byte[] {1, 2, 3})
            .attachment(
                "Rechnung März 2030 – „Übersicht“.pdf",
                "application/pdf",
                null,
                "%PDF".getBytes(StandardCharsets.UTF_8))
            .build();

    Message read = read(frozen(letter));

    assertThat(shape(read))
        .isEqualTo(
            "multipart/mixed[multipart/alternative[text/plain,"
                + "multipart/related[text/html,image/png]],application/pdf]");
    Entity file = ((Multipart) read.getBody()).getBodyParts().get(1);
    assertThat(file.getFilename()).isEqualTo("Rechnung März 2030 – „Übersicht“.pdf");
    assertThat(file.getDispositionType()).isEqualTo("attachment");
  }

  @Test
  void keepsBccOutBecauseItNeverGetsIt() {
    assertThat(Letter.class.getRecordComponents()).extracting("name").doesNotContain("bcc");
  }

  @Test
  void lettersWhoseLowByteLooksLikeALineEndArriveIntact() throws IOException {
    String name = "\u010d\u010a";
    Letter letter =
        new LetterBuilder()
            .from(new Mailbox(Optional.of(name), Addresses.of("ann@example.org").address()))
            .subject(name)
            .text(name)
            .header("X-Name", name)
            .attachment(name, "text/plain", null, new byte[0])
            .build();

    Message read = read(frozen(letter));

    assertThat(read.getSubject()).isEqualTo(name);
    assertThat(read.getFrom().get(0).getName()).isEqualTo(name);
    Multipart parts = (Multipart) read.getBody();
    assertThat(text(parts.getBodyParts().get(0))).isEqualTo(name);
    assertThat(parts.getBodyParts().get(1).getFilename()).isEqualTo(name);
  }

  @Test
  void foldsLongReferencesBetweenIds() throws IOException {
    String references =
        IntStream.range(0, 300)
            .mapToObj(i -> "<reference-" + i + "@mail.example.org>")
            .collect(Collectors.joining(" "));
    Letter letter = new LetterBuilder().text("x").header("References", references).build();

    String frozen = frozen(letter);

    assertThat(frozen.lines()).allMatch(line -> line.length() <= 78);
    assertThat(read(frozen).getHeader().getField("References").getBody()).isEqualTo(references);
  }

  @Test
  void noLineIsLongerThan998OctetsWhateverTheContent() throws IOException {
    String url = "https://example.org/?q=" + "a".repeat(5000);
    Letter letter =
        new LetterBuilder()
            .subject("s".repeat(2000))
            .text(url)
            .html("<a href=\"" + url + "\">x</a>")
            .header("X-Long", "v".repeat(8000))
            .build();

    String frozen = frozen(letter);
    Message read = read(frozen);

    assertThat(frozen.split("\r\n")).allMatch(line -> line.length() <= 998);
    assertThat(read.getSubject()).isEqualTo("s".repeat(2000));
    assertThat(text(((Multipart) read.getBody()).getBodyParts().get(0))).isEqualTo(url);
  }

  @Test
  void dotsAndOpenLastLinesSurvive() throws IOException {
    Letter letter = new LetterBuilder().text(".\r\n..\r\n.x\r\n\r\n.").build();

    assertThat(frozen(letter)).endsWith("\r\n\r\n.\r\n..\r\n.x\r\n\r\n.\r\n");
  }

  @Test
  void bccOnlyLettersNameNobody() throws IOException {
    Letter letter = new LetterBuilder().to(List.of()).text("x").build();

    assertThat(frozen(letter)).contains("\r\nTo: undisclosed-recipients:;\r\n");
  }

  @Test
  void refusesToWriteALineEndIntoAHeader() {
    assertThat(
            catchThrowable(
                () -> new HeaderFields().tokens("X-A", List.of("a\r\nBcc: evil@example.org"))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theWatchOverTheBytesSeesWhatAWriterWithoutItWouldFreeze() {
    WireOutput wire = new WireOutput(OutputStream.nullOutputStream());

    for (String bad : List.of("a\nb", "a\rb", "\0", "x".repeat(999))) {
      assertThat(
              catchThrowable(
                  () ->
                      new WireOutput(OutputStream.nullOutputStream())
                          .write(bad.getBytes(StandardCharsets.UTF_8))))
          .isInstanceOf(IOException.class);
    }
    assertThat(
            catchThrowable(
                () -> wire.write(("x".repeat(998) + "\r\n").getBytes(StandardCharsets.UTF_8))))
        .isNull();
  }

  private String frozen(Letter letter) throws IOException {
    try (SpooledMessage message = new MessageFreezer(temporary).freeze(letter)) {
      return new String(message.open().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static Message read(String frozen) throws IOException {
    DefaultMessageBuilder builder = new DefaultMessageBuilder();
    builder.setMimeEntityConfig(MimeConfig.custom().setMaxHeaderLen(-1).build());
    return builder.parseMessage(new ByteArrayInputStream(frozen.getBytes(StandardCharsets.UTF_8)));
  }

  static String shape(Entity entity) {
    return entity.getBody() instanceof Multipart multipart
        ? entity.getMimeType()
            + multipart.getBodyParts().stream()
                .map(MessageFreezerTest::shape)
                .collect(Collectors.joining(",", "[", "]"))
        : entity.getMimeType();
  }

  static String text(Entity entity) throws IOException {
    TextBody body = (TextBody) entity.getBody();
    return new String(body.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }
}
