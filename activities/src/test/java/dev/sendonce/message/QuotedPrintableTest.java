package dev.sendonce.message;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.mail.MessagingException;
import jakarta.mail.internet.MimeUtility;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuotedPrintableTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "From here",
        "From ",
        "x\r\nFrom here",
        "From \r\nFrom ä",
        // a soft line break in front of the word
        "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
            + "From here and From there",
      })
  void noLineBeginsWithFrom(String text) throws Exception {
    String encoded = encoded(text);

    assertThat(encoded).contains("=46rom");
    assertThat(encoded.split("\r\n")).noneMatch(line -> line.startsWith("From "));
    assertThat(decoded(encoded)).isEqualTo(text);
  }

  @Property(tries = 300)
  void anotherDecoderReadsWhatWasWrittenAndLinesAreShort(@ForAll("bodies") String text)
      throws Exception {
    String encoded = encoded(text);

    assertThat(decoded(encoded)).isEqualTo(text);
    assertThat(encoded.split("\r\n", -1))
        .allMatch(line -> line.length() <= 76 && !line.startsWith("From "))
        .noneMatch(line -> line.endsWith(" ") || line.endsWith("\t"));
  }

  @Provide
  Arbitrary<String> bodies() {
    return HostileText.body();
  }

  private static String encoded(String text) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    QuotedPrintable.write(text, out);
    return out.toString(StandardCharsets.US_ASCII);
  }

  private static String decoded(String encoded) throws IOException, MessagingException {
    byte[] bytes = encoded.getBytes(StandardCharsets.US_ASCII);
    return new String(
        MimeUtility.decode(new ByteArrayInputStream(bytes), "quoted-printable").readAllBytes(),
        StandardCharsets.UTF_8);
  }
}
