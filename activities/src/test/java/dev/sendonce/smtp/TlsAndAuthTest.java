package dev.sendonce.smtp;

import static dev.sendonce.smtp.Attempts.BOB;
import static dev.sendonce.smtp.Attempts.LATCHED;
import static dev.sendonce.smtp.Attempts.accepted;
import static dev.sendonce.smtp.Attempts.notAcceptedIn;
import static dev.sendonce.smtp.Attempts.once;
import static dev.sendonce.smtp.Attempts.relay;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sendonce.send.AttemptResult;
import dev.sendonce.send.Outcome;
import dev.sendonce.send.SmtpPhase;
import dev.sendonce.smtp.RelaySettings.Credentials.Mechanism;
import dev.sendonce.smtp.RelaySettings.Security;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TlsAndAuthTest {
  @TempDir private static Path directory;
  private static TestCertificate ours;
  private static TestCertificate anothers;

  @BeforeAll
  static void makeCertificates() throws Exception {
    ours = TestCertificate.forHost(directory, "ip:127.0.0.1");
    anothers = TestCertificate.forHost(directory, "dns:other.example");
  }

  @ParameterizedTest
  @EnumSource(
      value = Security.class,
      names = {"STARTTLS", "TLS"})
  void lettersGoThroughTlsAndTheConnectionIsReused(Security security) throws Exception {
    try (ScriptedRelay server = new ScriptedRelay(manners(security, ours));
        SmtpRelay relay = relay(settings(server, security, ours.pem()).build())) {
      for (int i = 0; i < 2; i++) {
        assertThat(accepted(relay.transmit(Letters.to(BOB), LATCHED, new AbortSwitch()))).isTrue();
      }
      assertThat(server.connections()).isOne();
      assertThat(server.completeBodies())
          .hasSize(2)
          .contains(Letters.SHORT.getBytes(StandardCharsets.UTF_8));
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Security.class,
      names = {"STARTTLS", "TLS"})
  void aCertificateForAnotherHostIsRefused(Security security) throws Exception {
    try (ScriptedRelay server = new ScriptedRelay(manners(security, anothers))) {
      AttemptResult result =
          once(settings(server, security, anothers.pem()).build(), Letters.to(BOB));
      assertThat(notAcceptedIn(result)).isEqualTo(SmtpPhase.TLS);
      assertThat(server.commands()).noneMatch(command -> command.startsWith("MAIL"));
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Security.class,
      names = {"STARTTLS", "TLS"})
  void aCertificateThatNobodyTrustsIsRefused(Security security) throws Exception {
    try (ScriptedRelay server = new ScriptedRelay(manners(security, ours))) {
      assertThat(notAcceptedIn(once(settings(server, security, null).build(), Letters.to(BOB))))
          .isEqualTo(SmtpPhase.TLS);
    }
  }

  @Test
  void startTlsIsRequired() throws Exception {
    try (ScriptedRelay server = new ScriptedRelay(new Manners())) {
      AttemptResult result =
          once(settings(server, Security.STARTTLS, ours.pem()).build(), Letters.to(BOB));
      assertThat(notAcceptedIn(result)).isEqualTo(SmtpPhase.EHLO);
    }
    try (ScriptedRelay server =
        new ScriptedRelay(new Manners().offering("STARTTLS").at("STARTTLS", "454 no"))) {
      AttemptResult result =
          once(settings(server, Security.STARTTLS, ours.pem()).build(), Letters.to(BOB));
      assertThat(notAcceptedIn(result)).isEqualTo(SmtpPhase.TLS);
      assertThat(((Outcome.NotAccepted) result.outcome()).reply().code()).isEqualTo(454);
    }
  }

  @Test
  void wordsSlippedInBeforeTheHandshakeAreNotTakenForWordsInside() throws Exception {
    Manners injecting =
        new Manners()
            .offering("STARTTLS")
            .doing(
                "STARTTLS",
                wire -> {
                  wire.raw("220 go\r\n250-injected\r\n250 AUTH PLAIN\r\n");
                  ours.secure(wire);
                });
    try (ScriptedRelay server = new ScriptedRelay(injecting)) {
      AttemptResult result =
          once(settings(server, Security.STARTTLS, ours.pem()).build(), Letters.to(BOB));
      assertThat(notAcceptedIn(result)).isEqualTo(SmtpPhase.TLS);
    }
  }

  @Test
  void whatWasOfferedInTheClearDoesNotCountInsideTls() throws Exception {
    Manners refusing =
        manners(Security.STARTTLS, ours)
            .doing("EHLO", wire -> wire.raw("250-x\r\n250 STARTTLS\r\n"))
            .at("EHLO", "502 no");
    try (ScriptedRelay server = new ScriptedRelay(refusing)) {
      AttemptResult result =
          once(settings(server, Security.STARTTLS, ours.pem()).build(), Letters.to(BOB));
      assertThat(notAcceptedIn(result)).isEqualTo(SmtpPhase.EHLO);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Security.class,
      names = {"STARTTLS", "TLS"})
  void aCutAfterTheDotIsUncertainAndAHangEndsByItsDeadline(Security security) throws Exception {
    for (Manners.Step step :
        new Manners.Step[] {
          ScriptedRelay.Wire::sleep, ScriptedRelay.Wire::reset, wire -> wire.socket().close()
        }) {
      try (ScriptedRelay server = new ScriptedRelay(manners(security, ours).doing("DOT", step))) {
        RelaySettings settings = settings(server, security, ours.pem()).deadlines(700).build();
        long before = System.nanoTime();
        AttemptResult result = once(settings, Letters.to(BOB));
        assertThat(result.outcome()).isInstanceOf(Outcome.Uncertain.class);
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(2));
      }
    }
  }

  @Test
  void aHandshakeThatNeverEndsIsEndedByItsDeadline() throws Exception {
    try (ScriptedRelay server = new ScriptedRelay(wire -> wire.sleep())) {
      RelaySettings settings = settings(server, Security.TLS, ours.pem()).deadlines(300).build();
      assertThat(notAcceptedIn(once(settings, Letters.to(BOB)))).isEqualTo(SmtpPhase.TLS);
    }
  }

  @Test
  void unusableCertificateFilesAreReportedWithTheirPlaceInTheConfiguration() {
    RelaySettings settings = new SettingsFor(25).security(Security.TLS, "/nowhere.pem").build();
    assertThatThrownBy(() -> relay(settings))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("relays.test.trustedCertificates")
        .hasMessageContaining("/nowhere.pem");
  }

  @ParameterizedTest
  @EnumSource(Mechanism.class)
  void logsIn(Mechanism mechanism) throws Exception {
    Manners asking = new Manners().offering("AUTH " + mechanism);
    if (mechanism == Mechanism.LOGIN) {
      asking.doing(
          "AUTH",
          wire -> {
            wire.say("334 VXNlcm5hbWU6");
            String user = wire.hear();
            wire.say("334 UGFzc3dvcmQ6");
            wire.say(decoded(user + wire.hear()).equals("annsecret") ? "235 ok" : "535 no");
          });
    }
    try (ScriptedRelay server = new ScriptedRelay(asking)) {
      RelaySettings settings =
          new SettingsFor(server.port()).login(mechanism, "ann", "secret").build();
      assertThat(accepted(once(settings, Letters.to(BOB)))).isTrue();
      assertThat(server.commands()).anyMatch(command -> command.startsWith("AUTH " + mechanism));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"535 5.7.8 bad", "454 4.7.0 later", "421 bye", "hello"})
  void aFailedLoginIsTheRelaysProblemAndOpensItsBreaker(String answer) throws Exception {
    try (ScriptedRelay server =
            new ScriptedRelay(new Manners().offering("AUTH PLAIN").at("AUTH", answer));
        SmtpRelay relay =
            relay(
                new SettingsFor(server.port())
                    .login(Mechanism.PLAIN, "ann", "s3cr3t-word")
                    .build())) {
      AttemptResult result = relay.transmit(Letters.to(BOB), LATCHED, new AbortSwitch());
      assertThat(notAcceptedIn(result)).isEqualTo(SmtpPhase.AUTH);
      assertThat(relay.breaker().open()).isTrue();
      assertThat(result + " " + relay.breaker() + relay.settings())
          .doesNotContain("s3cr3t-word")
          .doesNotContain(
              Base64.getEncoder().encodeToString("s3cr3t-word".getBytes(StandardCharsets.UTF_8)));
    }
  }

  @Test
  void nothingIsSentWithoutTheLoginThatIsConfigured() throws Exception {
    for (String offer : new String[] {"SIZE 0", "AUTH CRAM-MD5"}) {
      try (ScriptedRelay server = new ScriptedRelay(new Manners().offering(offer))) {
        RelaySettings settings =
            new SettingsFor(server.port()).login(Mechanism.PLAIN, "ann", "secret").build();
        assertThat(notAcceptedIn(once(settings, Letters.to(BOB)))).isEqualTo(SmtpPhase.AUTH);
        assertThat(server.commands()).noneMatch(command -> command.startsWith("MAIL"));
      }
    }
  }

  private static Manners manners(Security security, TestCertificate certificate) {
    return security == Security.TLS
        ? new Manners()
            .doing(
                "GREETING",
                wire -> {
                  certificate.secure(wire);
                  wire.say("220 inside");
                })
        : new Manners()
            .offering("STARTTLS")
            .doing(
                "STARTTLS",
                wire -> {
                  wire.say("220 go");
                  certificate.secure(wire);
                });
  }

  private static SettingsFor settings(ScriptedRelay server, Security security, String trusted) {
    return new SettingsFor(server.port()).deadlines(3000).security(security, trusted);
  }

  private static String decoded(String twoWords) {
    // "ann" is four characters of Base64, so both words decode as one
    return new String(Base64.getDecoder().decode(twoWords), StandardCharsets.UTF_8);
  }
}
