package dev.sendonce.smtp;

import static dev.sendonce.smtp.Attempts.BOB;
import static dev.sendonce.smtp.Attempts.LATCHED;
import static dev.sendonce.smtp.Attempts.notAcceptedIn;
import static dev.sendonce.smtp.Attempts.once;
import static dev.sendonce.smtp.Attempts.relay;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sendonce.send.AttemptResult;
import dev.sendonce.send.Outcome;
import dev.sendonce.send.SmtpPhase;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.URLName;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.eclipse.angus.mail.smtp.SMTPTransport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every phase ends by its own deadline, whatever the relay does or does not do. */
class DeadlineTest {
  private static final int DEADLINE = 300;
  private static final Duration SOON = Duration.ofMillis(1500);

  @ParameterizedTest
  @CsvSource({
    "GREETING, GREETING",
    "EHLO, EHLO",
    "MAIL, MAIL",
    "RCPT, RCPT",
    "DATA, DATA",
    "BODY, BODY",
    "DOT, END_OF_DATA"
  })
  void aRelayThatFallsSilent(String moment, SmtpPhase phase) throws Exception {
    checkEnding(manners().doing(moment, ScriptedRelay.Wire::sleep), phase);
  }

  @ParameterizedTest
  @CsvSource({
    "GREETING, GREETING, 220",
    "EHLO, EHLO, 250",
    "MAIL, MAIL, 250",
    "RCPT, RCPT, 250",
    "DATA, DATA, 354",
    "DOT, END_OF_DATA, 250"
  })
  void aRelayThatDribbles(String moment, SmtpPhase phase, String code) throws Exception {
    checkEnding(
        new Manners()
            .doing(
                moment,
                wire -> {
                  wire.raw(code + "-");
                  while (true) {
                    pause();
                    wire.raw("x");
                  }
                }),
        phase);
  }

  /** Twin: a time-out per read, all that the library has, never ends a dribbled reply. */
  @Test
  void withoutADeadlinePerPhaseADribbleGoesOn() throws Exception {
    Manners dribbling =
        new Manners()
            .doing(
                "GREETING",
                wire -> {
                  wire.raw("220-");
                  while (true) {
                    pause();
                    wire.raw("x");
                  }
                });
    try (ScriptedRelay server = new ScriptedRelay(dribbling)) {
      Properties library = new Properties();
      library.setProperty("mail.smtp.timeout", Integer.toString(DEADLINE));
      SMTPTransport naive =
          new SMTPTransport(
              Session.getInstance(library),
              new URLName("smtp", "127.0.0.1", server.port(), null, null, null));
      CompletableFuture<Void> connected = CompletableFuture.runAsync(() -> connect(naive));
      assertThatThrownBy(() -> connected.get(SOON.toMillis(), TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);
    }
  }

  @Test
  void aRelayThatNeverStopsTalking() throws Exception {
    checkEnding(
        new Manners()
            .doing(
                "EHLO",
                wire -> {
                  while (true) {
                    wire.say("250-" + "x".repeat(500));
                  }
                }),
        SmtpPhase.EHLO);
  }

  @Test
  void aRelayThatCannotBeConnectedTo() throws Exception {
    List<Socket> backlog = new ArrayList<>();
    try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      for (int i = 0; i < 3; i++) {
        Socket waiting = new Socket();
        backlog.add(waiting);
        tryToConnect(waiting, full.getLocalPort());
      }
      long before = System.nanoTime();
      AttemptResult result =
          once(new SettingsFor(full.getLocalPort()).deadlines(DEADLINE).build(), Letters.to(BOB));
      assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(SOON);
      assertThat(notAcceptedIn(result)).isEqualTo(SmtpPhase.CONNECT);
    } finally {
      for (Socket socket : backlog) {
        socket.close();
      }
    }
  }

  @Test
  void aHostNameThatDoesNotExist() {
    AttemptResult result =
        once(new SettingsFor(25).host("nowhere.invalid").deadlines(2000).build(), Letters.to(BOB));
    assertThat(notAcceptedIn(result)).isEqualTo(SmtpPhase.CONNECT);
  }

  /** A wait for the reply that is cut short would turn answers into uncertainty. */
  @Test
  void manySlowCommandsNeverShortenTheWaitForTheReply() throws Exception {
    Manners slow = new Manners();
    String[] many =
        IntStream.range(0, 40).mapToObj(i -> "r" + i + "@example.net").toArray(String[]::new);
    for (int i = 0; i < many.length; i++) {
      slow.doing(
          "RCPT",
          wire -> {
            pause();
            wire.say("250 ok");
          });
    }
    try (ScriptedRelay server = new ScriptedRelay(slow);
        SmtpRelay relay = relay(new SettingsFor(server.port()).deadlines(DEADLINE).build())) {
      long before = System.nanoTime();
      AttemptResult result = relay.transmit(Letters.to(many), LATCHED, new AbortSwitch());
      assertThat(Duration.ofNanos(System.nanoTime() - before))
          .isLessThan(relay.settings().transactionLimit());
      assertThat(notAcceptedIn(result)).isEqualTo(SmtpPhase.RCPT);
      assertThat(server.completeBodies()).isEmpty();
    }
  }

  private static void checkEnding(Manners manners, SmtpPhase phase) throws Exception {
    try (ScriptedRelay server = new ScriptedRelay(manners)) {
      Transmission large =
          Letters.letter(Letters.message(Letters.withFiller(20_000_000)), false, BOB);
      RelaySettings settings = new SettingsFor(server.port()).deadlines(DEADLINE).build();
      Transmission letter = phase == SmtpPhase.BODY ? large : Letters.to(BOB);
      long before = System.nanoTime();
      AttemptResult result = once(settings, letter);
      assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(SOON);
      if (phase == SmtpPhase.END_OF_DATA) {
        assertThat(result.outcome()).isInstanceOf(Outcome.Uncertain.class);
      } else {
        assertThat(notAcceptedIn(result)).isEqualTo(phase);
      }
    }
  }

  private static void connect(SMTPTransport library) {
    try {
      library.connect();
    } catch (MessagingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Manners manners() {
    return new Manners().offering("SIZE 0");
  }

  private static void tryToConnect(Socket socket, int port) {
    try {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 100);
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("timed out");
    }
  }

  private static void pause() {
    LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
  }
}
