package dev.sendonce.activity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.evidence.EvidenceSource;
import dev.sendonce.evidence.ProbeReport;
import dev.sendonce.evidence.Question;
import dev.sendonce.send.HeldBy;
import dev.sendonce.send.Reason;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendState;
import dev.sendonce.smtp.BreakerState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeliveryStepsTest {
  private final Bench bench = new Bench();
  private final TestRelay relay = bench.relay();

  @AfterEach
  void tearDown() {
    bench.close();
  }

  @Test
  void claimsHandsOverAndRecords() {
    relay.then(relay::accept);
    Send send = bench.accept();

    Delivery delivery = bench.deliver(send, 1);

    assertThat(delivery).isInstanceOf(Delivery.Recorded.class);
    Send row = bench.find(send.key());
    assertThat(row.state()).isEqualTo(SendState.SMTP_ACCEPTED);
    assertThat(row.attempts().get(0).messageId()).isEqualTo(send.messageId());
    assertThat(bench.window().getCount()).isEqualTo(1);
  }

  @Test
  void twoExecutionsOfOneAttemptGiveTheRelayOneBody() throws Exception {
    for (int round = 0; round < 25; round++) {
      relay.then(relay::accept).then(relay::accept);
      Send send = bench.accept();
      int before = relay.bodies();

      List<Delivery> both = twice(send);

      assertThat(relay.bodies() - before).isEqualTo(1);
      assertThat(both).filteredOn(Delivery.Recorded.class::isInstance).hasSize(1);
      assertThat(both).filteredOn(Delivery.NotClaimed.class::isInstance).hasSize(1);
      relay.forgetScripts();
    }
  }

  /** The twin: with claim and latch weakened, the same check sees the second body. */
  @Test
  void withoutClaimAndLatchTheSameCheckSeesTwoBodies() throws Exception {
    bench.store().weaken(DeliveryStepsTest::onlyTheKey);
    CyclicBarrier bothHaveLooked = new CyclicBarrier(2);
    bench.evidence().add(new Meanwhile(() -> meet(bothHaveLooked)));
    int most = 0;
    for (int round = 0; round < 10 && most < 2; round++) {
      relay.then(relay::accept).then(relay::accept);
      Send send = bench.accept();
      int before = relay.bodies();

      twice(send);

      most = Math.max(most, relay.bodies() - before);
      relay.forgetScripts();
    }
    assertThat(most).isEqualTo(2);
  }

  private static Document onlyTheKey(Document filter) {
    return new Document("_id", filter.get("_id"));
  }

  private List<Delivery> twice(Send send) throws Exception {
    CyclicBarrier start = new CyclicBarrier(2);
    Future<Delivery> first = bench.threads().submit(() -> deliverAfter(start, send));
    Future<Delivery> second = bench.threads().submit(() -> deliverAfter(start, send));
    return List.of(first.get(), second.get());
  }

  private static void meet(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
  }

  private Delivery deliverAfter(CyclicBarrier start, Send send) throws Exception {
    start.await();
    return bench.deliver(send, 1);
  }

  @Test
  void neverSendsBytesOtherThanThoseThatWereAccepted() {
    Send send = bench.accept(null, "Subject: Invoice\r\n\r\nHello?\r\n", "ann@example.org");

    Delivery delivery = bench.deliver(send, 1);

    assertThat(delivery).isInstanceOf(Delivery.Held.class);
    assertThat(((Delivery.Held) delivery).by()).isEqualTo(HeldBy.MESSAGE);
    assertThat(relay.transactions()).isZero();
    assertThat(bench.find(send.key()).epoch()).isZero();
  }

  @Test
  void aDamagedMessageIsNotedOnce() {
    Send send = bench.accept(null, "Subject: Invoice\r\n\r\nHello?\r\n", "ann@example.org");

    bench.deliver(send, 1);
    bench.deliver(send, 1);

    assertThat(bench.find(send.key()).timeline())
        .filteredOn(entry -> entry.cause().equals("message_damaged"))
        .extracting(Send.TimelineEntry::detail)
        .containsExactly("The frozen message is not the one that was accepted.");
  }

  @Test
  void aNodeThatShutsDownDoesNotBlameTheRelay() {
    assertThat(((Delivery.Held) bench.steps().closing()).by()).isEqualTo(HeldBy.NODE);
  }

  @Test
  void claimsNothingWhileTheBreakerIsOpen() {
    Instant until = Instant.now().plusSeconds(60);
    relay.breaker(new BreakerState(true, until, "454 from <ops@relay.example>"));
    Send send = bench.accept();

    Delivery delivery = bench.deliver(send, 1);

    assertThat(delivery).isEqualTo(new Delivery.Held(until, "454 from <address>", HeldBy.RELAY));
    assertThat(bench.find(send.key()).epoch()).isZero();
  }

  @Test
  void claimsNothingBeforeItsTime() {
    Send send =
        bench.accept(
            Instant.now().plusSeconds(60), "Subject: Invoice\r\n\r\nHello\r\n", "a@b.example");

    assertThat(bench.deliver(send, 1)).isInstanceOf(Delivery.NotClaimed.class);
    assertThat(relay.transactions()).isZero();
  }

  @Test
  void claimsNothingUnderANumberThatIsNotNext() {
    Send send = bench.accept();

    assertThat(bench.deliver(send, 2)).isInstanceOf(Delivery.NotClaimed.class);
    assertThat(relay.transactions()).isZero();
  }

  @Test
  void usesNoNetworkWhenTheLedgerDoesNotAnswer() {
    Send send = bench.accept();
    bench.store().goDown();

    assertThat(bench.deliver(send, 1)).isInstanceOf(Delivery.Unclear.class);
    assertThat(relay.transactions()).isZero();
  }

  @Test
  void doesNotSendWhatWasMovedToTomorrowWhileItWasClaimed() {
    Send send = bench.accept();
    bench
        .evidence()
        .add(
            new Meanwhile(
                () ->
                    bench
                        .ledger()
                        .reschedule(send.key(), Instant.now().plus(Duration.ofDays(1)), "ann")));

    bench.deliver(send, 1);

    assertThat(relay.transactions()).isZero();
    assertThat(bench.find(send.key()).state()).isEqualTo(SendState.PREPARED);
  }

  @Test
  void stopsBeforeTheDotWhenCancelledMeanwhile() {
    Send send = bench.accept();
    relay.then(
        (transmission, latch, abort) -> {
          bench.ledger().cancel(send.key(), "ann", "wrong person");
          return relay.accept(transmission, latch, abort);
        });

    bench.deliver(send, 1);

    assertThat(relay.bodies()).isZero();
    assertThat(bench.find(send.key()).reason()).isEqualTo(Reason.CANCELLED);
  }

  @Test
  void recordsABugBeforeEndOfDataAsNotAccepted() {
    relay.then(
        (transmission, latch, abort) -> {
          throw new IllegalStateException("a bug");
        });
    Send send = bench.accept();

    assertThat(bench.deliver(send, 1)).isInstanceOf(Delivery.Recorded.class);
    assertThat(bench.find(send.key()).state()).isEqualTo(SendState.PREPARED);
  }

  @Test
  void recordsABugAfterEndOfDataAsUncertain() {
    relay.then(
        (transmission, latch, abort) -> {
          relay.accept(transmission, latch, abort);
          throw new IllegalStateException("a bug");
        });
    Send send = bench.accept();

    assertThat(bench.deliver(send, 1)).isInstanceOf(Delivery.Recorded.class);
    assertThat(bench.find(send.key()).state()).isEqualTo(SendState.CONFIRMING);
  }

  @Test
  void bringsTheOutcomeHomeAsAValueWhenTheLedgerIsGoneAfterTheReply() {
    relay.then(
        (transmission, latch, abort) -> {
          var result = relay.accept(transmission, latch, abort);
          bench.store().goDown();
          return result;
        });
    bench.impatient();
    Send send = bench.accept();

    Delivery delivery = bench.deliver(send, 1);

    bench.store().comeBack();
    assertThat(delivery).isInstanceOf(Delivery.Unrecorded.class);
    Delivery.Unrecorded home = (Delivery.Unrecorded) delivery;
    bench.activities(SlowWork.NONE).record(send.key().value(), 1, home.token(), home.result());
    assertThat(bench.find(send.key()).state()).isEqualTo(SendState.SMTP_ACCEPTED);
  }

  @Test
  void keepsAddressesOutOfWhatTemporalSees() {
    relay.then(relay::defer);
    Send send = bench.accept();

    Delivery delivery = bench.deliver(send, 1);

    assertThat(delivery.toString()).contains("450").doesNotContain("billing@shop.example");
  }

  @Test
  void goesOnWithoutTheBaselineOfASourceThatFails() {
    relay.then(relay::accept);
    bench
        .evidence()
        .add(
            new Meanwhile(
                () -> {
                  throw new IllegalStateException("no route to IMAP");
                }));
    Send send = bench.accept();

    assertThat(bench.deliver(send, 1)).isInstanceOf(Delivery.Recorded.class);
    assertThat(bench.find(send.key()).attempts().get(0).baseline()).isEmpty();
  }

  /** Does something between the look at the row and the claim. */
  private record Meanwhile(Runnable action) implements EvidenceSource {
    @Override
    public String name() {
      return "meanwhile";
    }

    @Override
    public boolean canProveNonAcceptance() {
      return false;
    }

    @Override
    public Optional<String> baseline() {
      action.run();
      return Optional.empty();
    }

    @Override
    public ProbeReport probe(Question question) {
      throw new UnsupportedOperationException();
    }
  }
}
