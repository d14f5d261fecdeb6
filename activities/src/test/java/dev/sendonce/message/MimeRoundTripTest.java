package dev.sendonce.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import org.apache.james.mime4j.codec.DecoderUtil;
import org.apache.james.mime4j.dom.Entity;
import org.apache.james.mime4j.dom.Message;
import org.apache.james.mime4j.dom.Multipart;
import org.apache.james.mime4j.dom.SingleBody;
import org.apache.james.mime4j.message.DefaultMessageBuilder;
import org.apache.james.mime4j.stream.Field;
import org.apache.james.mime4j.stream.MimeConfig;

/** A parser that nobody here wrote reads back what was put in, and nothing else. */
class MimeRoundTripTest {
  record Case(
      String name,
      String subject,
      String header,
      String text,
      String html,
      String filename,
      String content) {}

  @Property(tries = 500, shrinking = ShrinkingMode.BOUNDED)
  void hostileContentArrivesIntact(@ForAll("cases") Case hostile) throws IOException {
    check(hostile);
  }

  @Property(tries = 10_000, shrinking = ShrinkingMode.BOUNDED)
  @Tag("long")
  void hostileContentArrivesIntactTenThousandTimes(@ForAll("cases") Case hostile)
      throws IOException {
    check(hostile);
  }

  @Example
  void aLineThatWasInjectedWouldBeSeen() throws IOException {
    Case harmless = new Case("Ann", "s", "v", "t", "h", "f", "c");
    String wire = new String(frozen(harmless), StandardCharsets.ISO_8859_1);
    String injected = wire.replace("X-Hostile: v", "X-Hostile: v\r\nBcc: evil@example.org");

    assertThat(fieldNames(read(injected.getBytes(StandardCharsets.ISO_8859_1))))
        .isNotEqualTo(expectedFields(harmless));
  }

  private static void check(Case hostile) throws IOException {
    byte[] bytes = frozen(hostile);
    String wire = new String(bytes, StandardCharsets.ISO_8859_1);
    Message read = read(bytes);

    assertThat(fieldNames(read)).isEqualTo(expectedFields(hostile));
    assertThat(Optional.ofNullable(read.getSubject()).orElse("")).isEqualTo(hostile.subject());
    assertThat(read.getFrom().get(0).getName())
        .isEqualTo(hostile.name().isBlank() ? null : hostile.name().strip());
    assertThat(read.getFrom()).hasSize(1);
    assertThat(read.getTo().flatten()).hasSize(1);
    if (!hostile.header().isBlank()) {
      assertThat(
              DecoderUtil.decodeEncodedWords(
                  read.getHeader().getField("X-Hostile").getBody(), StandardCharsets.UTF_8))
          .isEqualTo(hostile.header());
    }
    Multipart mixed = (Multipart) read.getBody();
    Multipart alternative = (Multipart) mixed.getBodyParts().get(0).getBody();
    assertThat(text(alternative.getBodyParts().get(0))).isEqualTo(hostile.text());
    assertThat(text(alternative.getBodyParts().get(1))).isEqualTo(hostile.html());
    Entity file = mixed.getBodyParts().get(1);
    assertThat(file.getFilename()).isEqualTo(hostile.filename());
    assertThat(new String(bytes(file), StandardCharsets.ISO_8859_1)).isEqualTo(hostile.content());
    assertThat(wire.split("\r\n", -1)).allMatch(line -> line.length() <= 998);
    assertThat(wire.replace("\r\n", "")).doesNotContain("\r", "\n", "\0");
    assertThat(wire).endsWith("\r\n");
  }

  private static List<String> expectedFields(Case hostile) {
    List<String> names = new ArrayList<>(List.of("Date", "From", "To"));
    if (!hostile.subject().isEmpty()) {
      names.add("Subject");
    }
    names.addAll(List.of("Message-ID", "X-Sendonce-Id"));
    if (!hostile.header().isBlank()) {
      names.add("X-Hostile");
    }
    names.addAll(List.of("MIME-Version", "Content-Type"));
    return names;
  }

  private static List<String> fieldNames(Message message) {
    return message.getHeader().getFields().stream().map(Field::getName).toList();
  }

  private static byte[] frozen(Case hostile) throws IOException {
    LetterBuilder letter =
        new LetterBuilder()
            .from(
                new Mailbox(
                    Optional.of(hostile.name().strip()).filter(n -> !n.isEmpty()),
                    Addresses.of("ann@example.org").address()))
            .subject(hostile.subject())
            .text(hostile.text())
            .html(hostile.html())
            .attachment(
                hostile.filename(),
                "application/pdf",
                null,
                hostile.content().getBytes(StandardCharsets.ISO_8859_1));
    if (!hostile.header().isBlank()) {
      letter.header("X-Hostile", hostile.header());
    }
    try (SpooledMessage message =
        new MessageFreezer(Path.of(System.getProperty("java.io.tmpdir"))).freeze(letter.build())) {
      return message.open().readAllBytes();
    }
  }

  @Provide
  Arbitrary<Case> cases() {
    Arbitrary<String> content =
        Arbitraries.strings().withCharRange('\0', '\u00ff').ofMaxLength(300);
    Arbitrary<String> filename = HostileText.line().filter(f -> !f.isEmpty());
    return Combinators.combine(
            HostileText.line(),
            HostileText.line(),
            HostileText.line(),
            HostileText.body(),
            HostileText.body(),
            filename,
            content)
        .as(Case::new);
  }

  private static Message read(byte[] bytes) throws IOException {
    DefaultMessageBuilder builder = new DefaultMessageBuilder();
    builder.setMimeEntityConfig(
        MimeConfig.custom().setMaxHeaderLen(-1).setMaxLineLen(1000).build());
    return builder.parseMessage(new ByteArrayInputStream(bytes));
  }

  private static String text(Entity entity) throws IOException {
    return new String(bytes(entity), StandardCharsets.UTF_8);
  }

  private static byte[] bytes(Entity entity) throws IOException {
    return ((SingleBody) entity.getBody()).getInputStream().readAllBytes();
  }
}
