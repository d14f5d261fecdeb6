package dev.sendonce.smtp;

import static dev.sendonce.smtp.Attempts.BOB;
import static dev.sendonce.smtp.Attempts.LATCHED;
import static dev.sendonce.smtp.Attempts.accepted;
import static dev.sendonce.smtp.Attempts.notAcceptedIn;
import static dev.sendonce.smtp.Attempts.relay;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sendonce.send.AttemptResult;
import dev.sendonce.send.Outcome;
import dev.sendonce.send.SmtpPhase;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.URLName;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.eclipse.angus.mail.smtp.SMTPTransport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A kept connection saves work or costs a reconnect, and never anything else. */
class ConnectionReuseTest {
  @Test
  void theNextLetterUsesTheSameConnection() throws Exception {
    assertThat(twoLetters(new Manners()).connections()).isOne();
    assertThat(twoLetters(new Manners().at("DOT", "550 no")).connections()).isOne();
    assertThat(twoLetters(new Manners().at("RCPT", "550 no")).connections()).isOne();
    assertThat(twoLetters(new Manners().at("DATA", "451 later")).connections()).isOne();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "250 ok\r\n250 stray\r\n",
        "250 ok\r\n421 4.4.2 idle\r\n",
        "250 ok\r\n2",
        "421 4.3.2 shutting down\r\n",
        "354 what\r\n"
      })
  void isNotKeptWhenAnythingIsLeftOver(String rawAfterDot) throws Exception {
    Manners leaving = new Manners().doing("DOT", wire -> wire.raw(rawAfterDot));
    Exchange exchange = twoLetters(leaving, new Manners());
    assertThat(exchange.connections()).isEqualTo(2);
    assertThat(accepted(exchange.second())).isTrue();
  }

  @Test
  void a421LyingInAnIdleConnectionIsNoAnswer() throws Exception {
    Manners idleOut =
        new Manners()
            .doing(
                "DOT",
                wire -> {
                  wire.say("250 ok");
                  pause(60);
                  wire.say("421 4.4.2 idle too long");
                  wire.socket().shutdownOutput();
                  wire.listen();
                });
    Exchange exchange = twoLetters(idleOut, new Manners());
    assertThat(exchange.connections()).isEqualTo(2);
    assertThat(accepted(exchange.second())).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"leave", "reset"})
  void aConnectionThatDiedWhileIdleCostsAReconnect(String how) throws Exception {
    Manners dying =
        new Manners()
            .doing(
                "DOT",
                wire -> {
                  wire.say("250 ok");
                  pause(60);
                  if (how.equals("reset")) {
                    wire.reset();
                  } else {
                    wire.socket().close();
                  }
                });
    Exchange exchange = twoLetters(dying, new Manners());
    assertThat(accepted(exchange.second())).isTrue();
    assertThat(exchange.completeBodies()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"421 bye", "500 what", "251 ok", "250 ok\r\n250 stray", "hello"})
  void aConnectionThatDoesNotAnswerRsetWithA250IsReplaced(String answer) throws Exception {
    Exchange exchange = twoLetters(new Manners().at("RSET", answer), new Manners());
    assertThat(exchange.connections()).isEqualTo(2);
    assertThat(accepted(exchange.second())).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"421 too many messages", "451 busy", "550 5.7.0 session used up"})
  void aKeptConnectionThatRefusesMailIsReplacedWithinTheAttempt(String answer) throws Exception {
    Exchange exchange = twoLetters(new Manners().at("MAIL", "250 ok", answer), new Manners());
    assertThat(exchange.connections()).isEqualTo(2);
    assertThat(accepted(exchange.second())).isTrue();
    assertThat(exchange.completeBodies()).isEqualTo(2);
  }

  @Test
  void aKeptConnectionThatHangsIsReplacedWithinTheAttempt() throws Exception {
    Manners hanging = new Manners().doing("RSET", ScriptedRelay.Wire::sleep);
    try (ScriptedRelay server = new ScriptedRelay(hanging, new Manners());
        SmtpRelay relay = relay(server)) {
      assertThat(accepted(transmit(relay))).isTrue();
      assertThat(accepted(transmit(relay))).isTrue();
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  @Test
  void afterAnUncertainEndItIsNotKept() throws Exception {
    Exchange exchange =
        twoLetters(new Manners().doing("DOT", ScriptedRelay.Wire::sleep), new Manners());
    assertThat(exchange.first().outcome()).isInstanceOf(Outcome.Uncertain.class);
    assertThat(exchange.connections()).isEqualTo(2);
  }

  @Test
  void idleConnectionsLeaveWithAQuit() throws Exception {
    ConnectionPool.Limits limits =
        new ConnectionPool.Limits(Duration.ofMillis(100), Duration.ofMinutes(1), 100);
    try (ScriptedRelay server = new ScriptedRelay(new Manners());
        SmtpRelay relay =
            new SmtpRelay(
                Letters.settings(server.port()),
                Clock.systemUTC(),
                TransmissionObserver.NONE,
                System::nanoTime,
                limits)) {
      assertThat(accepted(transmit(relay))).isTrue();
      Awaitility.await()
          .atMost(Duration.ofSeconds(3))
          .untilAsserted(() -> assertThat(server.commands()).endsWith("QUIT"));
    }
  }

  @Test
  void everySeventhRcptAndEveryEleventhDataMayFailWithoutMixingLetters() throws Exception {
    Manners moody = new Manners();
    for (int i = 1; i <= 40; i++) {
      moody.at("RCPT", i % 7 == 0 ? "450 later" : "250 ok");
    }
    for (int i = 1; i <= 34; i++) {
      boolean refused = i % 11 == 0;
      moody.doing(
          "DATA",
          wire -> {
            if (refused) {
              wire.say("451 later");
            } else {
              wire.say("354 go on");
              wire.body();
              wire.say("250 ok");
            }
          });
    }
    try (ScriptedRelay server = new ScriptedRelay(moody);
        SmtpRelay relay = relay(server)) {
      List<String> expected = new ArrayList<>();
      for (int i = 1; i <= 40; i++) {
        String text = "Subject: " + i + "\r\n\r\nletter " + i + "\r\n";
        AttemptResult result =
            relay.transmit(
                Letters.letter(Letters.message(text), false, "r" + i + "@example.net"),
                LATCHED,
                new AbortSwitch());
        if (accepted(result)) {
          expected.add(text);
        } else {
          assertThat(notAcceptedIn(result)).isIn(SmtpPhase.RCPT, SmtpPhase.DATA);
        }
      }
      assertThat(server.completeBodies().stream().map(b -> new String(b, StandardCharsets.UTF_8)))
          .containsExactlyElementsOf(expected);
      assertThat(server.connections()).isOne();
    }
  }

  @Test
  void noMoreThanTheConfiguredTransactionsRunAtOnce() throws Exception {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch mayGo = new CountDownLatch(1);
    try (ScriptedRelay server = new ScriptedRelay(new Manners());
        SmtpRelay relay =
            relay(new SettingsFor(server.port()).maxConnections(1).deadlines(500).build())) {
      CompletableFuture<AttemptResult> first =
          CompletableFuture.supplyAsync(
              () ->
                  relay.transmit(
                      Letters.to(BOB),
                      replies -> {
                        inside.countDown();
                        await(mayGo);
                        return true;
                      },
                      new AbortSwitch()));
      await(inside);
      AttemptResult second = transmit(relay);
      mayGo.countDown();
      assertThat(notAcceptedIn(second)).isEqualTo(SmtpPhase.CONNECT);
      assertThat(relay.breaker()).isEqualTo(BreakerState.CLOSED);
      assertThat(first.get(5, TimeUnit.SECONDS).outcome()).isNotNull();
      assertThat(server.connections()).isOne();
    }
  }

  /** Twin: the library alone takes the stray reply for the answer to its next command. */
  @Test
  void withoutTheChecksAReplyFromThePastIsTakenForAnAnswer() throws Exception {
    Manners stray = new Manners().doing("DOT", wire -> wire.raw("250 ok\r\n550 stray\r\n"));
    try (ScriptedRelay server = new ScriptedRelay(stray)) {
      Properties library = new Properties();
      library.setProperty("mail.smtp.quitwait", "false");
      Session session = Session.getInstance(library);
      try (SMTPTransport naive =
          new SMTPTransport(
              session, new URLName("smtp", "127.0.0.1", server.port(), null, null, null))) {
        naive.connect();
        MimeMessage letter =
            new MimeMessage(
                session, new ByteArrayInputStream(Letters.SHORT.getBytes(StandardCharsets.UTF_8)));
        InternetAddress[] bob = {new InternetAddress(BOB)};
        naive.sendMessage(letter, bob);
        assertThatThrownBy(() -> naive.sendMessage(letter, bob))
            .isInstanceOf(MessagingException.class)
            .hasMessageContaining("550 stray");
      }
    }
  }

  private record Exchange(
      AttemptResult first, AttemptResult second, int connections, int completeBodies) {}

  private static Exchange twoLetters(Manners... perConnection) throws IOException {
    try (ScriptedRelay server = new ScriptedRelay(perConnection);
        SmtpRelay relay = relay(server)) {
      AttemptResult first = transmit(relay);
      pause(120);
      AttemptResult second = transmit(relay);
      return new Exchange(first, second, server.connections(), server.completeBodies().size());
    }
  }

  private static AttemptResult transmit(SmtpRelay relay) {
    return relay.transmit(Letters.to(BOB), LATCHED, new AbortSwitch());
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(5, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void pause(long millis) {
    Awaitility.await().pollDelay(Duration.ofMillis(millis)).until(() -> true);
  }
}
