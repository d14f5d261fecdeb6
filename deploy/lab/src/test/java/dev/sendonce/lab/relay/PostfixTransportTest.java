package dev.sendonce.lab.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.lab.engines.MailLab;
import dev.sendonce.send.AttemptResult;
import dev.sendonce.send.Outcome;
import dev.sendonce.smtp.AbortSwitch;
import dev.sendonce.smtp.RelaySettings;
import dev.sendonce.smtp.RelaySettings.Credentials;
import dev.sendonce.smtp.RelaySettings.Credentials.Mechanism;
import dev.sendonce.smtp.RelaySettings.Security;
import dev.sendonce.smtp.SmtpRelay;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The transport on a real Postfix: what it offers, refuses, logs and delivers. */
@Tag("engines")
class PostfixTransportTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static MailLab lab;

  @BeforeAll
  static void start() throws IOException {
    lab = MailLab.start();
  }

  @AfterAll
  static void stop() throws IOException {
    lab.close();
  }

  @Test
  void takesDefersAndRefusesRecipientsAndDeliversTheFrozenText() throws IOException {
    TestLetter letter = new TestLetter("postfix-mixed", 100);
    try (SmtpRelay relay = plain()) {
      AttemptResult result =
          transmit(
              relay, letter, "alice@example.test", "refused@example.test", "later@example.test");
      assertThat(result.outcome()).isInstanceOf(Outcome.Accepted.class);
      assertThat(result.rcptReplies().stream().map(reply -> reply.verdict().name()))
          .containsExactly("TAKEN", "REFUSED", "DEFERRED");
      String queueId = ((Outcome.Accepted) result.outcome()).queueId();
      Awaitility.await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(log()).contains(queueId + ": removed"));
    }
    String wire = new String(letter.open().readAllBytes(), StandardCharsets.US_ASCII);
    String text = wire.substring(wire.indexOf("\r\n\r\n")).replace("\r\n", "\n");
    // Postfix adds the headers that this letter lacks
    assertThat(lab.delivered("alice"))
        .anySatisfy(
            file ->
                assertThat(Files.readString(file))
                    .contains("\nMessage-ID: " + letter.messageId() + "\n")
                    .endsWith(text));
  }

  @Test
  void threeLettersShareAConnectionThatEndsWithAQuit() throws IOException {
    try (SmtpRelay relay = plain()) {
      for (int i = 1; i <= 3; i++) {
        TestLetter letter = new TestLetter("postfix-shared-" + i, 100);
        assertThat(transmit(relay, letter, "bob@example.test").outcome())
            .isInstanceOf(Outcome.Accepted.class);
      }
    }
    Awaitility.await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> assertThat(log()).contains("ehlo=1 mail=3 rcpt=3 data=3 rset=2 quit=1"));
  }

  @ParameterizedTest
  @EnumSource(
      value = Mechanism.class,
      names = {"PLAIN", "LOGIN"})
  void submitsThroughStartTlsWithALogin(Mechanism mechanism) {
    Credentials right = new Credentials(mechanism, "carol", lab.password());
    try (SmtpRelay relay = submission(right)) {
      assertThat(transmit(relay, new TestLetter("postfix-" + mechanism, 100), "carol@example.test"))
          .extracting(AttemptResult::outcome)
          .isInstanceOf(Outcome.Accepted.class);
    }
    Credentials wrong = new Credentials(mechanism, "carol", "no" + lab.password());
    try (SmtpRelay relay = submission(wrong)) {
      Outcome outcome =
          transmit(relay, new TestLetter("postfix-wrong", 100), "carol@example.test").outcome();
      assertThat(((Outcome.NotAccepted) outcome).reply().code()).isEqualTo(535);
      assertThat(relay.breaker().open()).isTrue();
    }
  }

  private static AttemptResult transmit(SmtpRelay relay, TestLetter letter, String... recipients) {
    List<String> all = List.of(recipients);
    List<Integer> positions = all.stream().map(all::indexOf).toList();
    return relay.transmit(letter.to(1, all, positions), verdicts -> true, new AbortSwitch());
  }

  private static SmtpRelay plain() {
    return relay(URI.create(lab.smtpUrl()).getPort(), Security.NONE, null, null);
  }

  private static SmtpRelay submission(Credentials login) {
    return relay(lab.submissionPort(), Security.STARTTLS, login, lab.certificate());
  }

  private static SmtpRelay relay(int port, Security security, Credentials login, Path trusted) {
    RelaySettings settings =
        new ClientSettings(
                security,
                Optional.ofNullable(login),
                Optional.ofNullable(trusted),
                PATIENCE,
                PATIENCE,
                PATIENCE)
            .to(port);
    return new SmtpRelay(settings, Clock.systemUTC());
  }

  private static String log() throws IOException {
    return Files.readString(lab.log());
  }
}
