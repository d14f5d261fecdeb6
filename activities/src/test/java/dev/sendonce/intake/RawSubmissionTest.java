package dev.sendonce.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RawSubmissionTest {
  private static final String MESSAGE =
      "From: Ann <ann@example.org>\r\nTo: everybody@example.net\r\nSubject: s\r\n\r\nHello\r\n";

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
  void theEnvelopeComesFromTheParameters() throws IOException {
    Send send =
        ((Acceptance.Accepted)
                post(
                    "key-1",
                    MESSAGE,
                    Map.of(
                        "from", List.of("bounces@example.org"),
                        "to", List.of("bob@example.net", "BOB@Example.net", "carol@example.net"),
                        "metadata.order", List.of("7"))))
            .send();

    assertThat(send.from()).hasToString("bounces@example.org");
    assertThat(send.recipients())
        .extracting("address")
        .containsExactly("bob@example.net", "carol@example.net");
    assertThat(send.merged()).hasSize(1);
    assertThat(send.metadata()).containsEntry("order", "7");
    assertThat(intake.message(send)).startsWith("X-Sendonce-Id: " + send.id()).endsWith(MESSAGE);
    assertThat(temporary).isEmptyDirectory();
  }

  @Test
  void theAuthorIsTheSenderWhenNoneIsGiven() throws IOException {
    Acceptance acceptance = post("key-1", MESSAGE, Map.of("to", List.of("bob@example.net")));

    assertThat(((Acceptance.Accepted) acceptance).send().from()).hasToString("ann@example.org");
  }

  @Test
  void theSameMessageUnderTheSameKeyIsReplayed() throws IOException {
    Map<String, List<String>> parameters = Map.of("to", List.of("bob@example.net"));
    post("key-1", MESSAGE, parameters);

    assertThat(post("key-1", MESSAGE.replace("\r\n", "\n"), parameters))
        .isInstanceOf(Acceptance.Replayed.class);
    assertThat(post("key-1", MESSAGE + "x", parameters))
        .isEqualTo(new Acceptance.KeyReused(List.of("message")));
    assertThat(post("key-2", MESSAGE, parameters))
        .isEqualTo(new Acceptance.DuplicateContent("key-1"));
  }

  @Test
  void everyDefectIsListedAndNothingStored() throws IOException {
    Acceptance acceptance =
        post(
            "key-1",
            "Subject: s\r\nBcc: x@example.net\r\n\r\n",
            Map.of(
                "to", List.of("nobody"),
                "relay", List.of("default", "backup"),
                "sendAt", List.of("now"),
                "allowDuplicateContent", List.of("perhaps"),
                "cc", List.of("x@example.net")));

    assertThat(((Acceptance.Invalid) acceptance).errors())
        .extracting("field")
        .containsExactlyInAnyOrder(
            "message", "message", "to[0]", "relay", "sendAt", "allowDuplicateContent", "cc");
    assertThat(intake.count("messages")).isZero();
  }

  @Test
  void neitherSenderNorAuthorMayBeSomebodyElse() throws IOException {
    Submitter limited =
        new Submitter("client-1", Optional.empty(), List.of("@example.com"), List.of());
    Map<String, List<String>> parameters =
        Map.of("to", List.of("bob@example.net"), "from", List.of("me@example.com"));

    assertThat(
            intake.intake.acceptRaw(
                limited, new SendKey("key-1"), parameters, Requests.stream(MESSAGE)))
        .isInstanceOfSatisfying(
            Acceptance.Invalid.class,
            invalid -> assertThat(invalid.errors()).extracting("field").containsExactly("message"));
  }

  @Test
  void tooLargeAMessageNamesTheLimit() throws IOException {
    try (TestIntake small =
        new TestIntake(
            temporary, new Limits(1024, 50, Duration.ofDays(30), Duration.ofDays(3660)))) {
      String large = MESSAGE + ("x".repeat(70) + "\r\n").repeat(60_000);

      assertThat(
              small.intake.acceptRaw(
                  Requests.ANYBODY,
                  new SendKey("key-1"),
                  Map.of("to", List.of("bob@example.net")),
                  Requests.stream(large)))
          .isInstanceOfSatisfying(
              Acceptance.TooLarge.class,
              tooLarge -> assertThat(tooLarge.message()).contains("limit"));
    }
  }

  private Acceptance post(String key, String message, Map<String, List<String>> parameters)
      throws IOException {
    return intake.intake.acceptRaw(
        Requests.ANYBODY, new SendKey(key), parameters, Requests.stream(message));
  }
}
