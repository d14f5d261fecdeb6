package dev.sendonce.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RawMessageReaderTest {
  private static final Instant NOON = Instant.parse("2030-01-05T12:00:00Z");
  private static final String HEADER = "From: Ann <ann@example.org>\r\nSubject: s\r\n";

  @TempDir Path temporary;

  @Test
  void changesNothingButAddsWhatIsMissingInFront() throws IOException {
    String raw = HEADER + "X-Odd:   two  blanks \r\n\r\n.\r\n..\r\nFrom here\r\n\t \r\n";

    assertThat(frozen(raw))
        .isEqualTo(
            "X-Sendonce-Id: id-1\r\n"
                + "Message-ID: <id-1@example.org>\r\n"
                + "Date: Sat, 5 Jan 2030 12:00:00 +0000\r\n"
                + raw);
  }

  @Test
  void keepsAnIdentityThatIsThere() throws IOException {
    String raw =
        HEADER
            + "Message-ID:\r\n <mine@example.com>\r\n"
            + "Date: Fri, 4 Jan 2030 10:00:00 +0100\r\n\r\nx\r\n";

    assertThat(frozen(raw)).isEqualTo("X-Sendonce-Id: id-1\r\n" + raw);
    assertThat(sound(raw).messageId()).contains("<mine@example.com>");
  }

  @Test
  void lineFeedsAloneBecomeLineEndsAndTheLastLineIsEnded() throws IOException {
    String raw = (HEADER + "\r\nHello\r\n\r\nBye").replace("\r\n", "\n");

    assertThat(frozen(raw)).endsWith(HEADER + "\r\nHello\r\n\r\nBye\r\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "From: a@b.example\\r\\n\\r\\nx\\ny\\r\\n|ends differently",
        "From: a@b.example\\n\\nx\\r\\ny\\n|ends differently",
        "From: a@b.example\\r\\n\\r\\nx\\ry\\r\\n|carriage return",
        "From: a@b.example\\r\\n\\r\\nx\\r|carriage return",
        "From: a@b.example\\r\\n\\r\\nx\\0y\\r\\n|NUL",
        "From: a@b.example\\r\\n\\r\\ngr\u00fcn\\r\\n|8-bit",
        "From: a@b.example\\r\\nSubject: gr\u00fcn\\r\\n\\r\\nx|printable ASCII",
        "From: a@b.example\\r\\n|no empty line",
        "|no empty line",
        "From: a@b.example\\r\\nno field\\r\\n\\r\\nx|no header field",
        "From: a@b.example\\r\\nBad Name: x\\r\\n\\r\\nx|no header field",
        "From x@y Mon\\r\\nFrom: a@b.example\\r\\n\\r\\nx|no header field",
        "\\tx\\r\\nFrom: a@b.example\\r\\n\\r\\nx|continues nothing",
        "Subject: s\\r\\n\\r\\nx|From field",
        "From: a@b.example, c@d.example\\r\\n\\r\\nx|From field",
        "From: Team: a@b.example;\\r\\n\\r\\nx|From field",
        "From: nobody\\r\\n\\r\\nx|From field",
        "From: a@b.example\\r\\nFrom: c@d.example\\r\\n\\r\\nx|more than one from",
        "From: a@b.example\\r\\nSubject: 1\\r\\nsubject: 2\\r\\n\\r\\nx|more than one subject",
        "From: a@b.example\\r\\nBcc: c@d.example\\r\\n\\r\\nx|bcc field; remove it",
        "From: a@b.example\\r\\nBCC : c@d.example\\r\\n\\r\\nx|bcc field; remove it",
        "From: a@b.example\\r\\nResent-Bcc: c@d.example\\r\\n\\r\\nx|resent-bcc field; remove it",
        "From: a@b.example\\r\\nX-Sendonce-Id: 1\\r\\n\\r\\nx|x-sendonce-id field; remove it",
        "From: a@b.example\\r\\nMessage-ID: 1\\r\\n\\r\\nx|Message-ID",
        "From: a@b.example\\r\\nDate: today\\r\\n\\r\\nx|Date",
      })
  void refusesWhatCouldNotGoOutAsItIs(String raw, String reason) throws IOException {
    String unescaped =
        raw == null
            ? ""
            : raw.replace("\\r", "\r")
                .replace("\\n", "\n")
                .replace("\\t", "\t")
                .replace("\\0", "\0");

    assertThat(read(unescaped))
        .isInstanceOfSatisfying(
            RawReading.Defective.class,
            defective ->
                assertThat(defective.reasons()).anySatisfy(r -> assertThat(r).contains(reason)));
  }

  @Test
  void linesMayHave998OctetsAndNoMore() throws IOException {
    assertThat(read(HEADER + "\r\n" + "x".repeat(998))).isInstanceOf(RawReading.Sound.class);
    assertThat(read(HEADER + "\r\n" + "x".repeat(999))).isInstanceOf(RawReading.Defective.class);
  }

  @Test
  void everyDefectOfTheHeaderIsNamed() throws IOException {
    RawReading reading = read("Bcc: a@b.example\r\nDate: x\r\nMessage-ID: y\r\n\r\n");

    assertThat(((RawReading.Defective) reading).reasons()).hasSize(4);
  }

  @Test
  void theSameContentBuiltAgainHasTheSameDigest() throws IOException {
    String first =
        sound(multipart("b1", "n1", "one", "Date: Fri, 4 Jan 2030 10:00:00 +0000")).contentDigest();

    assertThat(sound(multipart("b2", "n2", "one", "X-Try: 2")).contentDigest()).isEqualTo(first);
    assertThat(sound(multipart("b2", "n2", "two", "X-Try: 2")).contentDigest()).isNotEqualTo(first);
    assertThat(sound(multipart("b2", "n2", "--other", "X-Try: 2")).contentDigest())
        .isNotEqualTo(sound(multipart("b2", "n2", "--b2x", "X-Try: 2")).contentDigest());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "||See https://x.example/?boundary=%s|",
        "boundary=%s||x|",
        "|Content-Type: multipart/mixed; boundary=b||--b||boundary=%s|--b--|",
        "|Content-Type: multipart/mixed; boundary=b||--b|X-Note: boundary=%s||x|--b--|",
        "|Content-Type: multipart/mixed; boundary=b||--b||x|--b--|boundary=%s|",
      })
  void aBoundaryThatIsTextCounts(String rest) throws IOException {
    String raw = "From: ann@example.org\r\nSubject: " + rest.replace("|", "\r\n");

    assertThat(sound(raw.replace("%s", "1")).contentDigest())
        .isNotEqualTo(sound(raw.replace("%s", "2")).contentDigest());
  }

  @Test
  void boundariesOfAMessageInAPartDoNotCount() throws IOException {
    assertThat(sound(forwarded("b1", "i1", "x")).contentDigest())
        .isEqualTo(sound(forwarded("b2", "i2", "x")).contentDigest())
        .isNotEqualTo(sound(forwarded("b2", "i2", "boundary=1")).contentDigest());
    assertThat(sound(forwarded("b2", "i2", "boundary=2")).contentDigest())
        .isNotEqualTo(sound(forwarded("b2", "i2", "boundary=1")).contentDigest());
  }

  private static String forwarded(String outer, String inner, String text) {
    return String.join(
        "\r\n",
        "From: ann@example.org",
        "Content-Type: multipart/mixed; boundary=" + outer,
        "",
        "--" + outer,
        "Content-Type: message/rfc822",
        "",
        "Subject: inside",
        "Content-Type: multipart/alternative;",
        " boundary=" + inner,
        "",
        "--" + inner,
        "",
        text,
        "--" + inner + "--",
        "--" + outer + "--",
        "");
  }

  /** ISO-2022-JP is 7-bit text with ESC in it, and RFC 5322 allows every octet but NUL. */
  @Test
  void aBodyMayHoldTheEscapesOfItsCharacterSet() throws IOException {
    assertThat(read(HEADER + "\r\n\u001b$B%F%9%H\u001b(B\f\r\n"))
        .isInstanceOf(RawReading.Sound.class);
  }

  private static String multipart(String outer, String inner, String text, String field) {
    return String.join(
        "\r\n",
        List.of(
            "From: ann@example.org",
            field,
            "Subject: s",
            "Content-Type: multipart/mixed;",
            "\tboundary=\"" + outer + "\"",
            "",
            "--" + outer,
            "Content-Type: multipart/alternative;",
            " boundary=" + inner,
            "",
            "--" + inner,
            "",
            text,
            "--" + inner + "--",
            "--" + outer + "--",
            ""));
  }

  private RawReading read(String raw) throws IOException {
    return new RawMessageReader(temporary)
        .read(new ByteArrayInputStream(raw.getBytes(StandardCharsets.UTF_8)));
  }

  private RawMessage sound(String raw) throws IOException {
    return ((RawReading.Sound) read(raw)).message();
  }

  private String frozen(String raw) throws IOException {
    try (RawMessage message = sound(raw);
        SpooledMessage frozen = new MessageFreezer(temporary).freeze(message, "id-1", NOON)) {
      return new String(frozen.open().readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
