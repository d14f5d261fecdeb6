package dev.sendonce.smtp;

import static dev.sendonce.smtp.Attempts.BOB;
import static dev.sendonce.smtp.Attempts.LATCHED;
import static dev.sendonce.smtp.Attempts.accepted;
import static dev.sendonce.smtp.Attempts.notAcceptedIn;
import static dev.sendonce.smtp.Attempts.relay;
import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import dev.sendonce.send.AttemptResult;
import dev.sendonce.send.Outcome;
import dev.sendonce.send.SmtpPhase;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SmtpRelayTest {
  @Test
  void aLetterGoesOutAsItWasFrozenAndTheQueueIdComesBack() throws Exception {
    try (ScriptedRelay server = new ScriptedRelay(new Manners());
        SmtpRelay relay = relay(server)) {
      AttemptResult result = transmit(relay);
      assertThat(((Outcome.Accepted) result.outcome()).queueId()).isEqualTo("4ZtRq51kzGz1");
      assertThat(server.completeBodies())
          .containsExactly(Letters.SHORT.getBytes(StandardCharsets.UTF_8));
      assertThat(server.commands())
          .containsExactly(
              "EHLO [127.0.0.1]",
              "MAIL FROM:<ann@example.org> SIZE="
                  + Letters.SHORT.length()
                  + " RET=HDRS ENVID=01HSEND.1",
              "RCPT TO:<bob@example.net> NOTIFY=FAILURE,DELAY ORCPT=rfc822;bob@example.net",
              "DATA");
    }
  }

  @Test
  void anEightBitLetterIsAnnouncedAsOne() throws Exception {
    String text = "Subject: x\r\n\r\ngrüße\r\n";
    try (ScriptedRelay server = new ScriptedRelay(new Manners());
        SmtpRelay relay = relay(server)) {
      Transmission letter = Letters.letter(Letters.message(text), false, BOB);
      assertThat(accepted(relay.transmit(letter, LATCHED, new AbortSwitch()))).isTrue();
      assertThat(server.completeBodies()).containsExactly(text.getBytes(StandardCharsets.UTF_8));
      assertThat(server.commands()).anyMatch(command -> command.contains(" BODY=8BITMIME"));
    }
  }

  @Test
  void aRelayWithoutEhloIsSpokenToInItsOwnWay() throws Exception {
    ScriptedRelay.Dialogue ancient =
        wire -> {
          wire.say("220 ancient");
          wire.hear();
          wire.say("500 what?");
          for (String reply : new String[] {"250 hello", "250 ok", "250 ok", "354 go on"}) {
            wire.hear();
            wire.say(reply);
          }
          wire.body();
          wire.say("250 done");
          wire.listen();
        };
    try (ScriptedRelay server = new ScriptedRelay(ancient);
        SmtpRelay relay = relay(server)) {
      assertThat(accepted(transmit(relay))).isTrue();
      assertThat(server.commands()).contains("HELO [127.0.0.1]", "MAIL FROM:<ann@example.org>");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"554 no", "421 busy", "hello", "250 what"})
  void aBadGreetingOpensTheBreakerAndIsNotHeldAgainstTheLetter(String greeting) throws Exception {
    try (ScriptedRelay server = new ScriptedRelay(new Manners().at("GREETING", greeting));
        SmtpRelay relay = relay(server)) {
      AttemptResult result = transmit(relay);
      assertThat(notAcceptedIn(result)).isEqualTo(SmtpPhase.GREETING);
      assertThat(((Outcome.NotAccepted) result.outcome()).relayProblem()).isTrue();
      assertThat(relay.breaker().open()).isTrue();
      assertThat(relay.breaker().until()).isAfter(Clock.systemUTC().instant().minusSeconds(1));
    }
  }

  @Test
  void aRefusedConnectionOpensTheBreakerAndTheNextSuccessClosesIt() throws Exception {
    int port;
    try (ScriptedRelay server = new ScriptedRelay(new Manners())) {
      port = server.port();
    }
    try (SmtpRelay relay = relay(Letters.settings(port))) {
      assertThat(notAcceptedIn(transmit(relay))).isEqualTo(SmtpPhase.CONNECT);
      assertThat(relay.breaker().cause()).contains("refused");
    }
    try (ScriptedRelay server =
            new ScriptedRelay(new Manners().at("GREETING", "421 busy"), new Manners());
        SmtpRelay relay = relay(server)) {
      transmit(relay);
      assertThat(relay.breaker().open()).isTrue();
      assertThat(accepted(transmit(relay))).isTrue();
      assertThat(relay.breaker()).isEqualTo(BreakerState.CLOSED);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"530 5.7.0 log in first", "538 5.7.11 encrypt first"})
  void aRelayThatWantsALogInAtMailHasWrongSettingsAndNoLetterIsRefusedForIt(String answer)
      throws Exception {
    try (ScriptedRelay server =
            new ScriptedRelay(new Manners().at("MAIL", answer), new Manners().at("MAIL", answer));
        SmtpRelay relay = relay(server)) {
      Instant before = Instant.now();
      assertThat(notAcceptedIn(transmit(relay))).isEqualTo(SmtpPhase.AUTH);
      assertThat(relay.breaker().open()).isTrue();
      transmit(relay);
      assertThat(relay.breaker().until()).isAfter(before.plusSeconds(2));
    }
  }

  @Test
  void troubleWithTheLetterLeavesTheBreakerClosed() throws Exception {
    for (String moment : new String[] {"MAIL", "RCPT", "DATA", "DOT"}) {
      try (ScriptedRelay server = new ScriptedRelay(new Manners().at(moment, "451 later"));
          SmtpRelay relay = relay(server)) {
        assertThat(((Outcome.NotAccepted) transmit(relay).outcome()).relayProblem()).isFalse();
        assertThat(relay.breaker()).isEqualTo(BreakerState.CLOSED);
      }
    }
  }

  @Test
  void aLetterOverTheAnnouncedSizeIsRefusedBeforeMail() throws Exception {
    try (ScriptedRelay server = new ScriptedRelay(new Manners().offering("SIZE 100"));
        SmtpRelay relay = relay(server)) {
      AttemptResult result = transmit(relay);
      assertThat(((Outcome.Rejected) result.outcome()).reply().toString())
          .startsWith("552 5.3.4 not sent by sendonce");
      assertThat(server.commands()).containsExactly("EHLO [127.0.0.1]");
    }
  }

  @Test
  void timesPhasesAndCountsConnections() throws Exception {
    MetricRegistry registry = new MetricRegistry();
    try (ScriptedRelay server = new ScriptedRelay(new Manners());
        SmtpRelay relay =
            new SmtpRelay(
                Letters.settings(server.port()),
                Clock.systemUTC(),
                new RelayMetrics(registry, "test"))) {
      transmit(relay);
      transmit(relay);
      assertThat(registry.getMeters().get("relay.test.connections.opened").getCount()).isOne();
      assertThat(registry.getMeters().get("relay.test.connections.reused").getCount()).isOne();
      assertThat(registry.getTimers().get("relay.test.phase.end_of_data").getCount()).isEqualTo(2);
    }
  }

  @Test
  void anObserverThatFailsChangesNothing() throws Exception {
    TransmissionObserver failing =
        new TransmissionObserver() {
          @Override
          public void phaseEnded(SmtpPhase phase, Duration spent) {
            throw new IllegalStateException("no metrics today");
          }
        };
    try (ScriptedRelay server = new ScriptedRelay(new Manners());
        SmtpRelay relay =
            new SmtpRelay(Letters.settings(server.port()), Clock.systemUTC(), failing)) {
      assertThat(accepted(transmit(relay))).isTrue();
    }
  }

  private static AttemptResult transmit(SmtpRelay relay) {
    return relay.transmit(Letters.to(BOB), LATCHED, new AbortSwitch());
  }
}
