package dev.sendonce.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.james.mime4j.codec.DecoderUtil;
import org.apache.james.mime4j.dom.Message;
import org.apache.james.mime4j.message.DefaultMessageBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules of the RFCs that no reader enforces, on the frozen bytes. */
class MimeRulesTest {
  @TempDir Path temporary;

  @Test
  void relatedNamesTheTypeOfItsRoot() throws IOException {
    String frozen =
        frozen(
            new LetterBuilder()
                .html("<img src=cid:logo>")
                .attachment("logo.png", "image/png", "logo", new byte[] {1}));

    assertThat(frozen.replace("\r\n ", " "))
        .contains("Content-Type: multipart/related; type=\"text/html\"; boundary=\"=_id1_r\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"From here\r\n", "x\r\nFrom here", "grün\r\nFrom hier"})
  void noMailboxFileHasToEscapeALine(String text) throws IOException {
    String frozen = frozen(new LetterBuilder().text(text));

    assertThat(frozen).doesNotContain("\r\nFrom ");
    assertThat(MessageFreezerTest.text(read(frozen))).isEqualTo(ended(text));
  }

  @Test
  void aFileAloneStandsInMixed() throws IOException {
    String frozen =
        frozen(new LetterBuilder().attachment("a.pdf", "application/pdf", null, new byte[] {1}));

    assertThat(MessageFreezerTest.shape(read(frozen)))
        .isEqualTo("multipart/mixed[application/pdf]");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 40, 43, 44, 45, 46, 60, 76})
  void linesWithEncodedWordsAreShort(int nameLength) throws IOException {
    String name = "X".repeat(nameLength);
    for (String value : new String[] {"ü", "Grüße ".repeat(20) + "x", "日本語".repeat(30)}) {
      String frozen = frozen(new LetterBuilder().text("x").header(name, value));

      assertThat(frozen.lines())
          .filteredOn(line -> line.contains("=?UTF-8?"))
          .isNotEmpty()
          .allMatch(line -> line.length() <= 76);
      assertThat(
              DecoderUtil.decodeEncodedWords(
                  // behind the colon a fold is a blank like any other
                  read(frozen).getHeader().getField(name).getBody().strip(),
                  StandardCharsets.UTF_8))
          .isEqualTo(value);
    }
  }

  private static String ended(String text) {
    return text.endsWith("\r\n") ? text : text + "\r\n";
  }

  private String frozen(LetterBuilder letter) throws IOException {
    try (SpooledMessage message = new MessageFreezer(temporary).freeze(letter.build())) {
      return new String(message.open().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static Message read(String frozen) throws IOException {
    return new DefaultMessageBuilder()
        .parseMessage(new ByteArrayInputStream(frozen.getBytes(StandardCharsets.UTF_8)));
  }
}
