package dev.sendonce.smtp;

import static dev.sendonce.smtp.Attempts.BOB;
import static dev.sendonce.smtp.Attempts.accepted;
import static dev.sendonce.smtp.Attempts.notAcceptedIn;
import static dev.sendonce.smtp.Attempts.relay;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.send.AttemptResult;
import dev.sendonce.send.FrozenMessage;
import dev.sendonce.send.Outcome;
import dev.sendonce.send.SmtpPhase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nothing of the final dot leaves before the latch said yes, and nothing of another message. */
class EndOfDataLatchTest {
  private final AtomicBoolean latchAsked = new AtomicBoolean();
  private ScriptedRelay server;

  @BeforeEach
  void start() throws IOException {
    server = new ScriptedRelay(new Manners());
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
  }

  @Test
  void theLatchIsAskedWhenTheBodyIsOutAndTheDotIsNot() {
    AtomicInteger completeWhenAsked = new AtomicInteger(-1);
    AttemptResult result =
        transmit(
            Letters.to(BOB),
            replies -> {
              completeWhenAsked.set(server.completeBodies().size());
              return true;
            });
    assertThat(accepted(result)).isTrue();
    assertThat(completeWhenAsked).hasValue(0);
    assertThat(server.completeBodies())
        .containsExactly(Letters.SHORT.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void theBodyIsOnTheWireWhenTheLatchIsAsked() throws Exception {
    AtomicBoolean arrived = new AtomicBoolean();
    Manners reading =
        new Manners()
            .doing(
                "BODY",
                wire -> {
                  // dot-stuffing adds three bytes to the letter
                  wire.swallow(Letters.SHORT.length() + 3);
                  arrived.set(true);
                  wire.listen();
                });
    try (ScriptedRelay reader = new ScriptedRelay(reading);
        SmtpRelay relay = relay(reader)) {
      AttemptResult result =
          relay.transmit(
              Letters.to(BOB),
              replies -> {
                Awaitility.await().atMost(Duration.ofSeconds(2)).untilTrue(arrived);
                return false;
              },
              new AbortSwitch());
      assertThat(notAcceptedIn(result)).isEqualTo(SmtpPhase.BODY);
    }
  }

  @Test
  void noDotWhenTheLatchSaysNo() {
    assertThat(notAcceptedIn(transmit(Letters.to(BOB), replies -> false)))
        .isEqualTo(SmtpPhase.BODY);
    assertThat(server.completeBodies()).isEmpty();
  }

  @Test
  void noDotWhenTheLatchFails() {
    AttemptResult result =
        transmit(
            Letters.to(BOB),
            replies -> {
              throw new IllegalStateException("no answer");
            });
    assertThat(notAcceptedIn(result)).isEqualTo(SmtpPhase.BODY);
    assertThat(server.completeBodies()).isEmpty();
  }

  @Test
  void noDotWhenTheLatchTookMoreThanFiveSeconds() {
    AtomicLong nanos = new AtomicLong();
    assertThat(notAcceptedIn(transmitWithin(nanos, Duration.ofMillis(5001))))
        .isEqualTo(SmtpPhase.BODY);
    assertThat(server.completeBodies()).isEmpty();
  }

  @Test
  void aLatchOfJustUnderFiveSecondsIsFreshEnough() {
    assertThat(accepted(transmitWithin(new AtomicLong(), Duration.ofMillis(4999)))).isTrue();
  }

  @Test
  void noDotForBytesThatAreNotTheRecordedOnes() {
    byte[] bytes = Letters.SHORT.getBytes(StandardCharsets.UTF_8);
    FrozenMessage forged = Letters.message(bytes, Letters.digest(new byte[] {1}));
    AttemptResult result = transmit(Letters.letter(forged, false, BOB), noting());
    assertThat(notAcceptedIn(result)).isEqualTo(SmtpPhase.BODY);
    assertThat(server.completeBodies()).isEmpty();
    assertThat(latchAsked).isFalse();
  }

  @Test
  void noDotWhenTheMessageCannotBeReadToItsEnd() {
    FrozenMessage torn = new TornMessage();
    AttemptResult result = transmit(Letters.letter(torn, false, BOB), noting());
    assertThat(result.outcome()).isInstanceOf(Outcome.NotAccepted.class);
    assertThat(server.completeBodies()).isEmpty();
    assertThat(latchAsked).isFalse();
  }

  @Test
  void aRelayThatLeftDuringTheBodyIsNoticedBeforeTheLatch() throws Exception {
    Manners leaving =
        new Manners()
            .doing(
                "BODY",
                wire -> {
                  wire.swallow(20);
                  wire.socket().shutdownOutput();
                  wire.listen();
                });
    AttemptResult result = transmitTo(leaving, noting());
    assertThat(notAcceptedIn(result)).isEqualTo(SmtpPhase.BODY);
    assertThat(latchAsked).isFalse();
  }

  @Test
  void aRefusalDuringTheBodyIsFinalBeforeTheLatch() throws Exception {
    Manners refusing =
        new Manners()
            .doing(
                "BODY",
                wire -> {
                  wire.say("552 5.3.4 too much");
                  wire.listen();
                });
    AttemptResult result = transmitTo(refusing, noting());
    assertThat(result.outcome()).isInstanceOf(Outcome.Rejected.class);
    assertThat(latchAsked).isFalse();
  }

  @Test
  void aYesDuringTheBodyIsNoAcceptance() throws Exception {
    Manners hasty =
        new Manners()
            .doing(
                "BODY",
                wire -> {
                  wire.say("250 2.0.0 Ok: queued as TOOSOON1");
                  wire.listen();
                });
    AttemptResult result = transmitTo(hasty, noting());
    assertThat(notAcceptedIn(result)).isEqualTo(SmtpPhase.BODY);
    assertThat(latchAsked).isFalse();
  }

  @Test
  void tellsTheLatchWhenTheReplyWasRead() {
    AtomicLong told = new AtomicLong();
    long before = System.nanoTime();
    transmit(
        Letters.to(BOB),
        new EndOfDataLatch() {
          @Override
          public boolean endOfData(java.util.List<dev.sendonce.send.RcptReply> replies) {
            return true;
          }

          @Override
          public void replyRead(long nanoTime) {
            told.set(nanoTime);
            throw new IllegalStateException("a metric that fails");
          }
        });
    assertThat(told.get() - before).isBetween(0L, System.nanoTime() - before);
    assertThat(server.completeBodies()).hasSize(1);
  }

  /** Twin of the tests above: the same server does get a complete body once the gate is open. */
  @Test
  void withoutTheGateTheServerWouldHaveGotADot() throws Exception {
    ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    RelaySettings settings = Letters.settings(server.port());
    try (Progress progress =
        new Progress(settings, timer, System::nanoTime, TransmissionObserver.NONE)) {
      Connector.Result result = new Connector(settings, Runnable::run).open(progress);
      PhaseTransport transport = ((Connector.Result.Open) result).relay();
      transport.ask("MAIL FROM:<ann@example.org>");
      transport.ask("RCPT TO:<bob@example.net>");
      transport.ask("DATA");
      transport.body().write("torn\r\n".getBytes(StandardCharsets.UTF_8));
      assertThat(transport.endOfData(() -> {}).code()).isEqualTo(250);
      assertThat(server.completeBodies()).hasSize(1);
    } finally {
      timer.shutdownNow();
    }
  }

  private AttemptResult transmit(Transmission letter, EndOfDataLatch latch) {
    try (SmtpRelay relay = relay(server)) {
      return relay.transmit(letter, latch, new AbortSwitch());
    }
  }

  private AttemptResult transmitWithin(AtomicLong nanos, Duration latchTakes) {
    try (SmtpRelay relay =
        new SmtpRelay(
            Letters.settings(server.port()),
            Clock.systemUTC(),
            TransmissionObserver.NONE,
            nanos::get,
            ConnectionPool.Limits.DEFAULT)) {
      return relay.transmit(
          Letters.to(BOB),
          replies -> {
            nanos.addAndGet(latchTakes.toNanos());
            return true;
          },
          new AbortSwitch());
    }
  }

  private AttemptResult transmitTo(Manners manners, EndOfDataLatch latch) throws Exception {
    String large = Letters.withFiller(4_000_000);
    try (ScriptedRelay other = new ScriptedRelay(manners);
        SmtpRelay relay = relay(other)) {
      AttemptResult result =
          relay.transmit(
              Letters.letter(Letters.message(large), false, BOB), latch, new AbortSwitch());
      assertThat(other.completeBodies()).isEmpty();
      return result;
    }
  }

  /** A latch that says yes and notes that it was asked. */
  private EndOfDataLatch noting() {
    return replies -> {
      latchAsked.set(true);
      return true;
    };
  }
}
