package dev.sendonce.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sendonce.send.RecipientField;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import dev.sendonce.send.SendState;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IntakeTest {
  @TempDir Path temporary;
  private TestIntake intake;

  @BeforeEach
  void start() {
    intake = new TestIntake(temporary);
  }

  @AfterEach
  void stop() {
    intake.close();
  }

  @Test
  void recordsAPreparedSendWithItsFrozenMessage() {
    Send send = intake.accepted("key-1", Requests.letter());

    assertThat(send.state()).isEqualTo(SendState.PREPARED);
    assertThat(send.messageId()).isEqualTo("<" + send.id() + "@example.org>");
    assertThat(send.expiresAt()).isEqualTo(Instant.parse("2030-01-06T12:00:00Z"));
    assertThat(intake.ledger().find(new SendKey("key-1"))).contains(send);
    assertThat(intake.message(send))
        .contains("Message-ID: " + send.messageId() + "\r\n")
        .contains("X-Sendonce-Id: " + send.id() + "\r\n")
        .endsWith("\r\n\r\nPlease pay.\r\n");
    assertThat(temporary).isEmptyDirectory();
  }

  @Test
  void answersTheSameRequestWithTheLiveState() {
    Send first = intake.accepted("key-1", Requests.letter());
    intake.ledger().cancel(first.key(), "ann", null);

    assertThat(intake.post("key-1", Requests.letter()))
        .isInstanceOfSatisfying(
            Acceptance.Replayed.class,
            replayed -> {
              assertThat(replayed.send().id()).isEqualTo(first.id());
              assertThat(replayed.send().state()).isEqualTo(SendState.NOT_SENT);
            });
    assertThat(intake.count("messages")).isEqualTo(1);
  }

  @Test
  void spellingThatChangesNothingIsTheSameRequest() {
    intake.accepted("key-1", Requests.letter().with("sendAt", "2030-01-31T08:00:00+01:00"));

    String respelled =
        """
        {"text" : "Please pay.", "sendAt": "2030-01-31T07:00Z", "cc": null, "relay": "default",
         "to":[ " bob@EXAMPLE.net. " ],"allowDuplicateContent": false,
         "subject":"Invoice \\u0037", "from":"<ann@example.org>", "headers": {}}
        """;
    assertThat(intake.post(Requests.ANYBODY, "key-1", respelled))
        .isInstanceOf(Acceptance.Replayed.class);
  }

  @ParameterizedTest
  @CsvSource({
    "text, Please pay!",
    "subject, Invoice 8",
    "from, ann@example.com",
    "replyTo, office@example.org",
    "sendAt, 2030-02-01T08:00:00+01:00",
    "expireAfter, PT1H",
    "relay, backup",
    "html, <p>Please pay.</p>",
    "messageId, <mine@example.org>",
  })
  void anotherValueUnderTheSameKeyNamesTheField(String field, String value) {
    intake.accepted("key-1", Requests.letter());

    assertThat(intake.post("key-1", Requests.letter().with(field, value)))
        .isEqualTo(new Acceptance.KeyReused(List.of(field)));
    assertThat(intake.count("messages")).isEqualTo(1);
  }

  @Test
  void everyDifferingFieldIsNamed() {
    intake.accepted(
        "key-1",
        Requests.letter()
            .withEntry("headers", "X-A", "1")
            .withAttachment("a.pdf", new byte[] {1})
            .withEntry("metadata", "order", "7"));

    assertThat(
            intake.post(
                "key-1",
                Requests.letter()
                    .withList("to", "BOB@example.net")
                    .withList("bcc", "carol@example.net")
                    .withEntry("headers", "X-A", "2")
                    .withAttachment("a.pdf", new byte[] {2})
                    .withEntry("metadata", "order", "8")
                    .withEntry("reference", "category", "invoice")
                    .withEntry("reference", "subCategory", "2030")
                    .with("allowDuplicateContent", true)))
        .isEqualTo(
            new Acceptance.KeyReused(
                List.of(
                    "allowDuplicateContent",
                    "attachments",
                    "bcc",
                    "headers",
                    "metadata",
                    "reference",
                    "to")));
  }

  @Test
  void theTombstoneAnswersAfterErasure() {
    Send send = intake.accepted("key-1", Requests.letter());
    intake.ledger().cancel(send.key(), "ann", null);
    intake.ledger().erase(send.key(), "ann");

    assertThat(intake.post("key-1", Requests.letter())).isInstanceOf(Acceptance.Replayed.class);
    assertThat(intake.post("key-1", Requests.letter().with("text", "other")))
        .isEqualTo(new Acceptance.KeyReused(List.of("text")));
  }

  @Test
  void aKeyOfAnotherClientIsTaken() {
    intake.accepted("key-1", Requests.letter());
    Submitter other = new Submitter("client-2", Optional.empty(), List.of(), List.of());

    assertThat(intake.post(other, "key-1", Requests.letter().toString()))
        .isEqualTo(new Acceptance.KeyTaken());
  }

  @Test
  void invalidRequestsStoreNothing() {
    assertThat(intake.post("key-1", Requests.letter().with("from", "nobody")))
        .isInstanceOf(Acceptance.Invalid.class);

    for (String collection : List.of("sends", "messages", "content_guard", "active")) {
      assertThat(intake.count(collection)).as(collection).isZero();
    }
    assertThat(intake.post("key-1", Requests.letter())).isInstanceOf(Acceptance.Accepted.class);
  }

  @Test
  void aReplayDoesNotDependOnRulesThatChanged() {
    Submitter before = new Submitter("client-1", Optional.empty(), List.of(), List.of());
    Submitter after =
        new Submitter("client-1", Optional.empty(), List.of("@example.com"), List.of("backup"));
    String json = Requests.letter().toString();
    intake.post(before, "key-1", json);

    assertThat(intake.post(after, "key-1", json)).isInstanceOf(Acceptance.Replayed.class);
    assertThat(intake.post(after, "key-2", json))
        .isInstanceOfSatisfying(
            Acceptance.Invalid.class,
            invalid ->
                assertThat(invalid.errors()).extracting("field").containsExactly("from", "relay"));
  }

  @Test
  void onePersonInSeveralSpellingsIsOneRecipientAndTheHeadersStay() {
    Send send =
        intake.accepted(
            "key-1",
            Requests.letter()
                .withList("to", "Bob <bob@bücher.example>", "carol@example.net")
                .withList("cc", "BOB@xn--bcher-kva.example.")
                .withList("bcc", "\"bob\"@BÜCHER.example", "dave@example.net"));

    assertThat(send.recipients())
        .extracting("address", "field")
        .containsExactly(
            tuple("bob@xn--bcher-kva.example", RecipientField.TO),
            tuple("carol@example.net", RecipientField.TO),
            tuple("dave@example.net", RecipientField.BCC));
    assertThat(send.merged())
        .containsExactly(
            new Send.Merged(
                "BOB@xn--bcher-kva.example", RecipientField.CC, "bob@xn--bcher-kva.example"),
            new Send.Merged(
                "\"bob\"@xn--bcher-kva.example", RecipientField.BCC, "bob@xn--bcher-kva.example"));
    assertThat(intake.message(send))
        .contains("\r\nTo: Bob <bob@xn--bcher-kva.example>, carol@example.net\r\n")
        .contains("\r\nCc: BOB@xn--bcher-kva.example\r\n")
        .doesNotContainIgnoringCase("bcc")
        .doesNotContain("dave");
  }

  @Test
  void theEnvelopeKeepsTheLocalPartAsItWasWritten() {
    Send send =
        intake.accepted(
            "key-1",
            Requests.letter()
                .with("from", "Ann.O@Example.ORG")
                .withList("to", "\"B b\"@x.example"));

    assertThat(send.from()).hasToString("Ann.O@Example.ORG");
    assertThat(send.recipients()).extracting("address").containsExactly("\"B b\"@x.example");
  }

  @Test
  void onlyLocalPartsBeyondAsciiNeedSmtpUtf8() {
    assertThat(
            intake
                .accepted("key-1", Requests.letter().withList("to", "ann@bücher.example"))
                .smtpUtf8())
        .isFalse();
    assertThat(
            intake
                .accepted("key-2", Requests.letter().withList("bcc", "grå@example.org"))
                .smtpUtf8())
        .isTrue();
    assertThat(
            intake
                .accepted(
                    "key-3", Requests.letter().with("replyTo", "grå@example.org").with("text", "3"))
                .smtpUtf8())
        .isTrue();
  }

  @Test
  void aScheduledLetterCarriesTheDateOfItsDay() {
    Send send =
        intake.accepted(
            "key-1",
            Requests.letter()
                .with("sendAt", "2030-01-31T08:00:00+01:00")
                .with("expireAfter", "PT2H"));

    assertThat(send.sendAt()).isEqualTo("2030-01-31T07:00:00Z");
    assertThat(send.expiresAt()).isEqualTo("2030-01-31T09:00:00Z");
    assertThat(intake.message(send)).startsWith("Date: Thu, 31 Jan 2030 07:00:00 +0000\r\n");
  }

  @Test
  void aTimeInThePastMeansNow() {
    Send send = intake.accepted("key-1", Requests.letter().with("sendAt", "2029-01-31T08:00:00Z"));

    assertThat(send.expiresAt()).isEqualTo(intake.clock.instant().plus(Duration.ofHours(24)));
    assertThat(intake.message(send)).startsWith("Date: Sat, 5 Jan 2030 12:00:00 +0000\r\n");
  }

  @Test
  void aMessageIdThatTheClientChoseIsKeptAndIsItsAlone() {
    Send send = intake.accepted("key-1", Requests.letter().with("messageId", "mine@example.org"));
    assertThat(send.messageId()).isEqualTo("<mine@example.org>");

    Requests other =
        Requests.letter().with("text", "other").with("messageId", "<mine@example.org>");
    assertThat(intake.post("key-2", other))
        .isEqualTo(
            new Acceptance.Invalid(
                List.of(new FieldError("messageId", "is the message id of another send"))));
    intake.ledger().cancel(send.key(), "ann", null);
    assertThat(intake.post("key-2", other)).isInstanceOf(Acceptance.Accepted.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "{\"from\":",
        "{\"from\": \"a\", \"from\": \"b\"}",
        "{} {}",
        "[]",
        "null",
        "\"x\"",
        "{'a': 1}",
        "\u0000"
      })
  void whatIsNotJsonIsUnreadable(String text) {
    assertThat(intake.post(Requests.ANYBODY, "key-1", text))
        .isInstanceOf(Acceptance.Unreadable.class);
  }

  @Test
  void tooMuchContentNamesTheLimit() throws IOException {
    try (TestIntake small =
        new TestIntake(
            temporary, new Limits(1024 * 1024, 50, Duration.ofDays(30), Duration.ofDays(3660)))) {
      Requests fits = Requests.letter().without("text").withAttachment("a", new byte[1024 * 1024]);
      Requests onePiece =
          Requests.letter().without("text").withAttachment("a", new byte[1024 * 1024 + 1]);
      Requests together = Requests.letter().withAttachment("a", new byte[1024 * 1024]);

      assertThat(small.post("key-1", fits)).isInstanceOf(Acceptance.Accepted.class);
      assertThat(small.post("key-2", onePiece))
          .isEqualTo(new Acceptance.TooLarge("The content is larger than the limit of 1 MB."));
      assertThat(small.post("key-3", together))
          .isEqualTo(new Acceptance.TooLarge("The content is larger than the limit of 1 MB."));
      assertThat(small.post("key-4", Requests.letter().with("text", "x".repeat(1024 * 1024 + 1))))
          .isInstanceOf(Acceptance.TooLarge.class);
      String template = Requests.letter().with("text", "x".repeat(6 * 1024 * 1024)).toString();
      assertThat(small.intake.check(Requests.ANYBODY, new ObjectMapper().readTree(template)))
          .singleElement()
          .satisfies(
              error -> {
                assertThat(error.field()).isEqualTo("text");
                assertThat(error.message()).contains("larger than 1 MB");
              });
      assertThat(temporary).isEmptyDirectory();
    }
  }
}
