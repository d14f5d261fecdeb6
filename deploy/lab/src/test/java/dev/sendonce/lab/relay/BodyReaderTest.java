package dev.sendonce.lab.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BodyReaderTest {
  @ParameterizedTest
  @CsvSource({
    "'.E', ''",
    "'aN.E', 'aN'",
    "'..N.E', '.N'",
    "'...N.E', '..N'",
    "'..aN.E', '.aN'",
    "'.aN.E', 'aN'",
    "'a.N.E', 'a.N'",
    "'N.E', 'N'",
    "'aNN.E', 'aNN'",
    "'..N..N.E', '.N.N'"
  })
  void removesTheFirstDotOfALine(String stuffed, String body) throws IOException {
    assertThat(read(wire(stuffed))).isEqualTo(wire(body));
  }

  /** What lenient servers take for the end of data. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "a\n.\nb\r\n",
        "a\n.\r\nb\r\n",
        "a\r.\r\nb\r\n",
        "a\r.\rb\r\n",
        "a\n\r.\r\n\nb\r\n",
        "a\r\n\0.\r\nb\r\n",
        "a\n.\r\nMAIL FROM:<x@y>\r\n"
      })
  void takesNoOtherSequenceForTheEnd(String content) throws IOException {
    assertThat(read(content + ".\r\n")).isEqualTo(content);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\r\n.\n", "a\r\n.\rb\r\n", "a\r\n.", "a\r\n.\r", "a\r\n", ""})
  void doesNotEndBeforeTheWholeMarker(String unfinished) {
    assertThatThrownBy(() -> read(unfinished)).isInstanceOf(EOFException.class);
  }

  @Test
  void leavesWhatFollowsTheMarker() throws IOException {
    InputStream in = stream("a\r\n.\r\nQUIT\r\n");
    new BodyReader(() -> octet(in), offset -> {}, OutputStream.nullOutputStream()).read();
    assertThat(new String(in.readAllBytes(), StandardCharsets.ISO_8859_1)).isEqualTo("QUIT\r\n");
  }

  @Test
  void tellsTheOffsetBeforeEachByteOfTheWire() throws IOException {
    List<Long> offsets = new ArrayList<>();
    InputStream in = stream("..\r\n.\r\n");
    new BodyReader(() -> octet(in), offsets::add, OutputStream.nullOutputStream()).read();
    assertThat(offsets).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L);
  }

  @Property
  void restoresWhateverWasStuffed(@ForAll("bodies") String body) throws IOException {
    String whole = body.isEmpty() || body.endsWith("\r\n") ? body : body + "\r\n";
    assertThat(read(stuffed(whole) + ".\r\n")).isEqualTo(whole);
  }

  @Provide
  Arbitrary<String> bodies() {
    return Arbitraries.of("\r", "\n", "\r\n", ".", "a", "\0", "\u00ff")
        .list()
        .ofMaxSize(24)
        .map(parts -> String.join("", parts));
  }

  /** RFC 5321, 4.5.2, from the sender's side: CRLF alone ends a line. */
  private static String stuffed(String body) {
    String doubled = body.replace("\r\n.", "\r\n..");
    return doubled.startsWith(".") ? "." + doubled : doubled;
  }

  private static String read(String octets) throws IOException {
    InputStream in = stream(octets);
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    new BodyReader(() -> octet(in), offset -> {}, body).read();
    return body.toString(StandardCharsets.ISO_8859_1);
  }

  private static int octet(InputStream in) throws IOException {
    int octet = in.read();
    if (octet < 0) {
      throw new EOFException();
    }
    return octet;
  }

  private static InputStream stream(String octets) {
    return new ByteArrayInputStream(octets.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static String wire(String shorthand) {
    return shorthand.replace("N", "\r\n").replace("E", "\r\n");
  }
}
