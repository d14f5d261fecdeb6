package dev.sendonce.smtp;

import static dev.sendonce.smtp.Attempts.BOB;
import static dev.sendonce.smtp.Attempts.LATCHED;
import static dev.sendonce.smtp.Attempts.accepted;
import static dev.sendonce.smtp.Attempts.notAcceptedIn;
import static dev.sendonce.smtp.Attempts.relay;
import static dev.sendonce.smtp.Attempts.uncertain;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.send.AttemptResult;
import dev.sendonce.send.SmtpPhase;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The abort switch ends a transaction at once, from any thread, in any phase. */
class AbortTest {
  @ParameterizedTest
  @CsvSource({"GREETING", "EHLO", "MAIL", "RCPT", "DATA"})
  void beforeEndOfDataItProvesNonAcceptance(String moment) throws Exception {
    AttemptResult result = abortedIn(moment);
    assertThat(notAcceptedIn(result).wire()).isEqualTo(moment.toLowerCase(Locale.ROOT));
    assertThat(result.outcome().toString()).contains("stopped: shutting down");
  }

  @Test
  void afterEndOfDataTheOutcomeIsUncertain() throws Exception {
    assertThat(uncertain(abortedIn("DOT")).cause()).contains("stopped: shutting down");
  }

  @Test
  void pulledBeforehandItKeepsTheNetworkUnused() throws Exception {
    try (ScriptedRelay server = new ScriptedRelay(new Manners());
        SmtpRelay relay = relay(server)) {
      AbortSwitch abort = new AbortSwitch();
      abort.pull("shutting down");
      AttemptResult result = relay.transmit(Letters.to(BOB), LATCHED, abort);
      assertThat(notAcceptedIn(result)).isEqualTo(SmtpPhase.CONNECT);
      assertThat(server.connections()).isZero();
      assertThat(relay.breaker()).isEqualTo(BreakerState.CLOSED);
    }
  }

  @Test
  void pulledWhileTheLatchIsAskedItKeepsTheDotBack() throws Exception {
    try (ScriptedRelay server = new ScriptedRelay(new Manners());
        SmtpRelay relay = relay(server)) {
      AbortSwitch abort = new AbortSwitch();
      AttemptResult result =
          relay.transmit(
              Letters.to(BOB),
              replies -> {
                abort.pull("shutting down");
                return true;
              },
              abort);
      assertThat(notAcceptedIn(result)).isEqualTo(SmtpPhase.BODY);
      assertThat(server.completeBodies()).isEmpty();
    }
  }

  @Test
  void pulledAfterwardsItDoesNotTouchTheNextLetterOnTheSameConnection() throws Exception {
    AbortSwitch first = new AbortSwitch();
    Manners manners =
        new Manners()
            .at("DOT", "250 first")
            .doing(
                "DOT",
                wire -> {
                  first.pull("too late");
                  wire.say("250 second");
                });
    try (ScriptedRelay server = new ScriptedRelay(manners);
        SmtpRelay relay = relay(server)) {
      assertThat(accepted(relay.transmit(Letters.to(BOB), LATCHED, first))).isTrue();
      assertThat(accepted(relay.transmit(Letters.to(BOB), LATCHED, new AbortSwitch()))).isTrue();
      assertThat(server.connections()).isOne();
    }
  }

  private static AttemptResult abortedIn(String moment) throws Exception {
    CountDownLatch reached = new CountDownLatch(1);
    Manners waiting =
        new Manners()
            .doing(
                moment,
                wire -> {
                  // the client has to have noticed where it is
                  Awaitility.await().pollDelay(Duration.ofMillis(50)).until(() -> true);
                  reached.countDown();
                  wire.sleep();
                });
    try (ScriptedRelay server = new ScriptedRelay(waiting);
        SmtpRelay relay =
            new SmtpRelay(
                new SettingsFor(server.port()).deadlines(60_000).build(), Clock.systemUTC())) {
      AbortSwitch abort = new AbortSwitch();
      CompletableFuture<AttemptResult> result =
          CompletableFuture.supplyAsync(() -> relay.transmit(Letters.to(BOB), LATCHED, abort));
      assertThat(reached.await(5, TimeUnit.SECONDS)).isTrue();
      long before = System.nanoTime();
      abort.pull("shutting down");
      AttemptResult ended = result.get(5, TimeUnit.SECONDS);
      assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofMillis(500));
      return ended;
    }
  }
}
