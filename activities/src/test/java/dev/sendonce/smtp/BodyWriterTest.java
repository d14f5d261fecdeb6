package dev.sendonce.smtp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BodyWriterTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\r\n",
        ".\r\n",
        "..\r\n",
        "a\r\n.\r\nb\r\n",
        ".a\r\n..b\r\n...\r\nc.\r\n",
        "a\r\n.\r\nMAIL FROM:<evil@example.org>\r\n",
        "grüße\r\n"
      })
  void arrivesByteForByteAfterUnstuffing(String text) throws IOException {
    assertThat(unstuffed(written(text))).isEqualTo(text);
  }

  @Test
  void neverWritesALoneDotAndArrivesIntactWhateverTheContent() throws IOException {
    Random random = new Random(20260101);
    for (int run = 0; run < 300; run++) {
      StringBuilder text = new StringBuilder();
      int lines = 1 + random.nextInt(4000);
      for (int i = 0; i < lines; i++) {
        text.append(".".repeat(random.nextInt(3)))
            .append("x".repeat(random.nextInt(8)))
            .append("\r\n");
      }
      String wire = written(text.toString());
      assertThat("\r\n" + wire).doesNotContain("\r\n.\r\n");
      assertThat(unstuffed(wire)).isEqualTo(text.toString());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "no end",
        "bare\nlf\r\n",
        "bare\rcr\r\n",
        "\n.\n\r\n",
        "\r\r\n",
        "a\r",
        "a\n",
        "\r.\r\r\n"
      })
  void refusesWhatIsNotMadeOfCrlfLines(String text) {
    assertThatThrownBy(() -> written(text)).isInstanceOf(BodyWriter.MismatchException.class);
  }

  @Test
  void refusesAnotherDigestOrLength() {
    byte[] bytes = "hello\r\n".getBytes(StandardCharsets.UTF_8);
    byte[] other = "hallo\r\n".getBytes(StandardCharsets.UTF_8);
    assertThatThrownBy(
            () ->
                new BodyWriter(
                        Letters.message(bytes, Letters.digest(other)), new ByteArrayOutputStream())
                    .write())
        .isInstanceOf(BodyWriter.MismatchException.class)
        .hasMessageContaining("digest");
  }

  private static String written(String text) throws IOException {
    ByteArrayOutputStream wire = new ByteArrayOutputStream();
    new BodyWriter(Letters.message(text), wire).write();
    return wire.toString(StandardCharsets.UTF_8);
  }

  private static String unstuffed(String wire) {
    return ("\r\n" + wire).replace("\r\n.", "\r\n").substring(2);
  }
}
