package dev.sendonce.activity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sendonce.send.AttemptResult;
import dev.sendonce.send.Outcome;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendState;
import dev.sendonce.send.SmtpPhase;
import dev.sendonce.smtp.AbortSwitch;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LiveAttemptsTest {
  private final Bench bench = new Bench();
  private final TestRelay relay = bench.relay();
  private final LiveAttempts attempts = new LiveAttempts();

  @AfterEach
  void tearDown() {
    bench.close();
  }

  @Test
  void anAttemptBeforeEndOfDataIsAbortedAndMayBeTriedAgain() throws Exception {
    relay.then(
        (transmission, latch, abort) -> {
          awaitPulled(abort);
          return new AttemptResult(
              new Outcome.NotAccepted(SmtpPhase.RCPT, "aborted", null), List.of());
        });
    Send send = bench.accept();
    Future<Delivery> delivery = inBackground(send);
    await().until(() -> relay.transactions() == 1);

    assertThat(attempts.drain(Duration.ofMillis(50))).isEqualTo(1);

    assertThat(delivery.get()).isInstanceOf(Delivery.Recorded.class);
    assertThat(bench.find(send.key()).state()).isEqualTo(SendState.PREPARED);
  }

  @Test
  void anAttemptAfterEndOfDataIsLeftToVerification() throws Exception {
    relay.then(
        (transmission, latch, abort) -> {
          AttemptResult result = relay.dropAfterDot(transmission, latch, abort);
          awaitPulled(abort);
          return result;
        });
    Send send = bench.accept();
    Future<Delivery> delivery = inBackground(send);
    await().until(() -> relay.bodies() == 1);

    attempts.drain(Duration.ofMillis(50));

    delivery.get();
    assertThat(bench.find(send.key()).state()).isEqualTo(SendState.CONFIRMING);
  }

  @Test
  void anAttemptThatEndsWithinTheGraceIsNotTouched() throws Exception {
    CountDownLatch reply = new CountDownLatch(1);
    relay.then(
        (transmission, latch, abort) -> {
          AttemptResult result = relay.accept(transmission, latch, abort);
          awaitReply(reply);
          return result;
        });
    Send send = bench.accept();
    Future<Delivery> delivery = inBackground(send);
    await().until(() -> relay.bodies() == 1);
    Future<Integer> drained = bench.threads().submit(() -> attempts.drain(Duration.ofSeconds(10)));

    reply.countDown();

    assertThat(drained.get()).isZero();
    delivery.get();
    assertThat(bench.find(send.key()).state()).isEqualTo(SendState.SMTP_ACCEPTED);
  }

  @Test
  void nothingIsAdmittedOnceTheNodeShutsDown() throws Exception {
    attempts.drain(Duration.ZERO);

    assertThat(attempts.enter()).isEmpty();
  }

  @Test
  void anAbortBeforeEndOfDataNeverStrikesOnceTheLatchIsBeingRecorded() {
    LiveAttempt live = new LiveAttempt();

    assertThat(live.enterEndOfData()).isTrue();
    assertThat(live.abortBeforeEndOfData("late")).isFalse();
    assertThat(live.abortSwitch().reason()).isEmpty();
  }

  @Test
  void theLatchIsNotAskedForOnceTheAttemptWasAborted() {
    LiveAttempt live = new LiveAttempt();

    assertThat(live.abortBeforeEndOfData("cancelled")).isTrue();
    assertThat(live.enterEndOfData()).isFalse();
  }

  private Future<Delivery> inBackground(Send send) {
    LiveAttempt live = attempts.enter().orElseThrow();
    return bench
        .threads()
        .submit(
            () -> {
              try {
                return bench.steps().deliver(send.key(), 1, live);
              } finally {
                attempts.leave(live);
              }
            });
  }

  private static void awaitPulled(AbortSwitch abort) {
    CountDownLatch pulled = new CountDownLatch(1);
    abort.onPull(pulled::countDown);
    awaitReply(pulled);
  }

  private static void awaitReply(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
