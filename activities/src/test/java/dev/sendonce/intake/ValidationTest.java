package dev.sendonce.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValidationTest {
  private static final Instant NOON = Instant.parse("2030-01-05T12:00:00Z");

  @TempDir Path temporary;

  @Test
  void aLetterIsSound() throws IOException {
    assertThat(errors(Requests.letter().toString())).isEmpty();
  }

  @Test
  void everyInvalidFieldIsListedAtOnce() throws IOException {
    String request =
        """
        {"from": "ann", "to": ["bob@example.net", 7, "x@y@z"], "cc": "carol@example.net",
         "bcc": [null], "replyTo": "a,b", "subject": "a\\nb", "text": 5, "html": "a\\u0000b",
         "headers": {"Bcc": "x@example.net", "X A": "1", "X-B": 2, "X-C": "a\\r\\nb"},
         "attachments": [
           {"filename": "a\\u0085", "contentType": "pdf", "content": "%%%"},
           {"filename": "b", "content": "QQ=", "size": 3}, {"filename": "c"}, 9],
         "relay": "nowhere", "sendAt": "2030-01-31T08:00:00", "expireAfter": "24h",
         "metadata": {"a b": "x", "c": 1}, "reference": {"category": "a/b", "x": 1},
         "allowDuplicateContent": "yes", "messageId": "no id", "tracking": true}
        """;

    assertThat(errors(request).keySet())
        .containsExactlyInAnyOrder(
            "from",
            "to[1]",
            "to[2]",
            "cc",
            "bcc[0]",
            "replyTo",
            "subject",
            "text",
            "html",
            "headers.Bcc",
            "headers.X A",
            "headers.X-B",
            "headers.X-C",
            "attachments[0].filename",
            "attachments[0].contentType",
            "attachments[0].content",
            "attachments[1].content",
            "attachments[1].size",
            "attachments[2].content",
            "attachments[3]",
            "relay",
            "sendAt",
            "expireAfter",
            "metadata.a b",
            "metadata.c",
            "reference.category",
            "reference.subCategory",
            "reference.x",
            "allowDuplicateContent",
            "messageId",
            "tracking");
  }

  @Test
  void anEmptyObjectSaysWhatIsRequired() throws IOException {
    assertThat(errors("{}").keySet()).containsExactly("from", "text", "to");
  }

  @ParameterizedTest
  @ValueSource(strings = {"A", "AA=", "A===", "A\\\"A", "%", "AAAA*", "\\\\", "=", "AAA\\u0022"})
  void whatFollowsBrokenBase64IsJudgedAsWell(String content) throws IOException {
    String request =
        Requests.letter()
            .without("from")
            .toString()
            .replace(
                "{\"to\"",
                "{\"attachments\": [{\"content\": \""
                    + content
                    + "\", \"filename\": \"f\"}, {\"filename\": \"\\u0001\", \"content\": \"AA\"}],"
                    + " \"from\": \"nobody\", \"to\"");

    assertThat(errors(request).keySet())
        .containsExactly("attachments[0].content", "attachments[1].filename", "from");
  }

  @Test
  void brokenBase64OfAnyLengthIsSurvived() throws IOException {
    for (int length : new int[] {7_900, 7_990, 8_000, 8_010, 16_000, 100_001}) {
      for (int shift = 0; shift < 8; shift++) {
        String broken = "A".repeat(length + shift);
        Requests request =
            Requests.letter()
                .withAttachment("{\"content\": \"" + broken + "\", \"filename\": \"f\"}")
                .withAttachment("{\"content\": \"" + broken + "*\", \"filename\": \"g\"}")
                .with("sendAt", "now");

        assertThat(errors(request.toString()).keySet())
            .contains("attachments[1].content", "sendAt")
            .allMatch(f -> f.startsWith("attachments[") || f.equals("sendAt"));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "sendAt, 2030-01-31T08:00:00, offset",
    "sendAt, 2030-01-31, offset",
    "sendAt, tomorrow, offset",
    "sendAt, +999999999-12-31T23:59:59Z, after 9999",
    "sendAt, 2041-01-01T00:00:00Z, days ahead",
    "sendAt, -999999999-01-01T00:00:00Z, before 1970",
    "sendAt, 2030-01-31T08:00:00+01:00[Europe/Berlin], offset",
    "expireAfter, PT0S, longer than zero",
    "expireAfter, -PT1H, longer than zero",
    "expireAfter, P31D, maximum",
    "expireAfter, P1Y, ISO 8601",
    "expireAfter, 3600, ISO 8601",
    "relay, other, not a relay",
    "messageId, <a@b, look like",
    "messageId, <a b@c>, look like",
    "messageId, <a@b>\u00e9, look like",
  })
  void refusesWithARemedy(String field, String value, String reason) throws IOException {
    assertThat(errors(Requests.letter().with(field, value).toString()))
        .hasSize(1)
        .hasEntrySatisfying(field, message -> assertThat(message).contains(reason));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "From",
        "sender",
        "TO",
        "Cc",
        "bcc",
        "Reply-To",
        "Subject",
        "Date",
        "Message-ID",
        "MIME-Version",
        "Content-Type",
        "content-language",
        "Received",
        "Return-Path",
        "Resent-To",
        "Resent-Bcc",
        "X-Sendonce-Id",
        "x-sendonce-anything",
        "X:A",
        "X\u010d",
        ""
      })
  void reservedHeadersAreRefused(String name) throws IOException {
    assertThat(errors(Requests.letter().withEntry("headers", name, "x").toString()).keySet())
        .containsExactly("headers." + name);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "In-Reply-To|<a@b.example>",
        "References|<a@b.example> <c@d.example>",
        "Auto-Submitted|auto-generated",
        "List-Unsubscribe|<https://example.org/u?a=b,c>, <mailto:u@example.org>",
        "List-Unsubscribe|<HTTPS://example.org/u>, <Mailto:u@example.org>",
        "List-Id|News <news.example.org>",
        "X-Entity-Ref-ID|č Ċ anything",
        "Precedence|bulk",
      })
  void allowedHeadersAreSound(String name, String value) throws IOException {
    assertThat(errors(Requests.letter().withEntry("headers", name, value).toString())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "In-Reply-To|a@b.example",
        "References|<a@b.example>,<c@d.example>",
        "Auto-Submitted|maybe",
        "List-Unsubscribe|https://example.org",
        "List-Unsubscribe-Post|List-Unsubscribe=One-Click",
        "List-Id|Nëws <news.example.org>",
        "X-Empty|' '",
      })
  void malformedKnownHeadersAreRefused(String name, String value) throws IOException {
    assertThat(errors(Requests.letter().withEntry("headers", name, value).toString()).keySet())
        .containsExactly("headers." + name);
  }

  @Test
  void oneClickNeedsAnHttpsUri() throws IOException {
    Requests request =
        Requests.letter()
            .withEntry("headers", "List-Unsubscribe-Post", "List-Unsubscribe=One-Click");
    assertThat(
            errors(
                request
                    .withEntry("headers", "List-Unsubscribe", "<mailto:a@b.example>")
                    .toString()))
        .containsKey("headers.List-Unsubscribe-Post");
    assertThat(
            errors(
                request
                    .withEntry("headers", "List-Unsubscribe", "<HTTPS://b.example/u>")
                    .toString()))
        .isEmpty();
  }

  @Test
  void limitsAreInclusive() throws IOException {
    assertThat(errors(Requests.letter().with("subject", "s".repeat(2000)).toString())).isEmpty();
    assertThat(errors(Requests.letter().with("subject", "s".repeat(2001)).toString()).keySet())
        .containsExactly("subject");
    assertThat(errors(Requests.letter().withEntry("headers", "X-A", "v".repeat(8000)).toString()))
        .isEmpty();
    assertThat(
            errors(Requests.letter().withEntry("headers", "X-A", "v".repeat(8001)).toString())
                .keySet())
        .containsExactly("headers.X-A");
    assertThat(errors(Requests.letter().withList("to", people(50)).toString())).isEmpty();
    assertThat(errors(Requests.letter().withList("to", people(51)).toString()).keySet())
        .containsExactly("to");
    assertThat(
            errors(
                    Requests.letter()
                        .withList("to", people(30))
                        .withList("bcc", people(21))
                        .toString())
                .keySet())
        .containsExactly("to");
  }

  @Test
  void threeHundredReferencesAreNotTooMany() throws IOException {
    String references = "<0123456789abcdef-0123456789@mail.example.org> ".repeat(300).strip();

    assertThat(errors(Requests.letter().withEntry("headers", "References", references).toString()))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"\r", "\n", "\0", "\t", "\u001b", "\u007f", "\u0085", "\u2028", "\u2029"})
  void controlCharactersAreRefusedInEveryField(String control) throws IOException {
    String bad = "a" + control + "b";
    for (String field : List.of("subject", "relay", "sendAt", "expireAfter", "messageId")) {
      assertThat(errors(Requests.letter().with(field, bad).toString())).containsKey(field);
    }
    for (String field : List.of("from", "replyTo")) {
      assertThat(errors(Requests.letter().with(field, bad + " <a@b.example>").toString()))
          .containsKey(field);
    }
    for (String field : List.of("to", "cc", "bcc")) {
      assertThat(errors(Requests.letter().withList(field, bad + "@b.example").toString()))
          .containsKey(field + "[0]");
    }
    for (String object : List.of("headers", "metadata")) {
      assertThat(errors(Requests.letter().withEntry(object, "X-A", bad).toString()))
          .containsKey(object + ".X-A");
      assertThat(errors(Requests.letter().withEntry(object, bad, "x").toString()))
          .containsKey(object + "." + bad);
    }
    for (String part : List.of("filename", "contentType", "contentId")) {
      Requests attachment =
          Requests.letter().withAttachment(Requests.json(Map.of("content", "", part, bad)));
      assertThat(errors(attachment.toString())).containsKey("attachments[0]." + part);
    }
    for (String part : List.of("category", "subCategory")) {
      assertThat(errors(Requests.letter().withEntry("reference", part, bad).toString()))
          .containsKey("reference." + part);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"\0", "\b", "\f", "\u001b", "\u007f", "\u0080", "\u0092", "\u009f", "\ud800"})
  void bodiesMayHoldLinesAndTabsButNoOtherControl(String control) throws IOException {
    for (String field : List.of("text", "html")) {
      assertThat(
              errors(Requests.letter().with(field, "a\tb\r\nc\rd\ne\u2028\u2029\u00a0").toString()))
          .isEmpty();
      assertThat(errors(Requests.letter().with(field, "a" + control).toString()))
          .containsKey(field);
    }
  }

  @Test
  void lettersWhoseLowByteLooksLikeALineEndAreLetters() throws IOException {
    String letters = "\u010d\u010a";
    assertThat(
            errors(
                Requests.letter()
                    .with("from", letters + " <" + letters + "@example.org>")
                    .withList("to", letters + "@" + "\u010dapek.example")
                    .with("subject", letters)
                    .with("text", letters)
                    .withEntry("headers", "X-A", letters)
                    .withEntry("metadata", "a", letters)
                    .withAttachment(letters, new byte[1])
                    .toString()))
        .isEmpty();
  }

  private static String[] people(int count) {
    return IntStream.range(0, count).mapToObj(i -> "p" + i + "@example.net").toArray(String[]::new);
  }

  private Map<String, String> errors(String json) throws IOException {
    IntakeSettings settings = TestIntake.settings(temporary, Limits.DEFAULT);
    Map<String, String> errors = new TreeMap<>();
    try (RequestBody body =
        new RequestReader(settings.limits(), temporary).read(Requests.stream(json))) {
      new SubmissionReader(settings)
          .read(body, Requests.ANYBODY, NOON)
          .errors()
          .forEach(e -> errors.put(e.field(), e.message()));
    }
    return errors;
  }
}
