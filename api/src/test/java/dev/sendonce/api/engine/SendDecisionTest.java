package dev.sendonce.api.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sendonce.activity.OrderResult;
import dev.sendonce.activity.ResolveOrder;
import dev.sendonce.activity.TestRelay;
import dev.sendonce.send.Decision;
import dev.sendonce.send.Reason;
import dev.sendonce.send.RecipientOutcome;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendState;
import dev.sendonce.workflow.Orders;
import dev.sendonce.workflow.SendWorkflow;
import io.temporal.client.WorkflowUpdateException;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.testing.TestWorkflowExtension;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** People decide, on the real ledger, through Temporal's Updates. */
class SendDecisionTest {
  @RegisterExtension static final TestWorkflowExtension TEMPORAL = Scene.extension();

  private Scene scene;
  private TestRelay relay;

  @BeforeEach
  void setUp(TestWorkflowEnvironment temporal) {
    scene = new Scene(temporal);
    relay = scene.relay();
  }

  @AfterEach
  void tearDown() {
    scene.close();
  }

  @Test
  void aResendBeforeTheGuardIsRefusedWithTheTime() {
    relay.then(relay::dropAfterDot);
    Send send = scene.accept();
    SendWorkflow workflow = scene.start(send);
    Instant endOfData = scene.await(send, SendState.CONFIRMING).lastEndOfDataAt();
    scene.temporal().sleep(Duration.ofSeconds(30));

    assertThatThrownBy(() -> workflow.resolve(order(Decision.RESEND, 1)))
        .isInstanceOf(WorkflowUpdateException.class)
        .cause()
        .hasMessageContaining("too-early")
        .hasMessageContaining(endOfData.plus(Scene.GUARD).toString());
    assertThat(relay.bodies()).isEqualTo(1);
  }

  @Test
  void aResendAfterTenDaysGoesOutWithTheSameMessage() {
    relay.then(relay::dropAfterDot).then(relay::accept);
    Send send = scene.accept();
    SendWorkflow workflow = scene.start(send);
    scene.temporal().sleep(Duration.ofDays(10));
    assertThat(scene.find(send.key()).state()).isEqualTo(SendState.UNCONFIRMED);
    assertThat(relay.bodies()).isEqualTo(1);

    assertThat(workflow.resolve(order(Decision.RESEND, 1))).contains("resend");

    assertThat(scene.result(send).state()).isEqualTo(SendState.SENT);
    Send row = scene.find(send.key());
    assertThat(row.attempts()).extracting(Send.Attempt::messageId).containsOnly(send.messageId());
    assertThat(row.timeline())
        .anyMatch(entry -> "ann".equals(entry.actor()) && "looked it up".equals(entry.note()));
    assertThat(relay.bodies()).isEqualTo(2);
  }

  /** What a reset does: the same update, with the same id, is handled again by a new run. */
  @Test
  void aResolutionAppliedAgainAfterAResetChangesNothing() {
    relay.then(relay::dropAfterDot).then(relay::dropAfterDot);
    Send send = scene.accept();
    SendWorkflow workflow = scene.start(send);
    scene.temporal().sleep(Duration.ofHours(7));
    ResolveOrder resend = order(Decision.RESEND, 1);
    workflow.resolve(resend);
    scene.await(send, row -> row.epoch() == 2 && row.state() == SendState.CONFIRMING);
    scene.temporal().sleep(Duration.ofHours(7));
    Send before = scene.await(send, SendState.UNCONFIRMED);
    String appliedId = before.orders().get(0).id();

    OrderResult sameId = scene.activities().ledger().resolve(send.key().value(), resend, appliedId);
    OrderResult otherId =
        scene.activities().ledger().resolve(send.key().value(), resend, "update:another");

    assertThat(appliedId).startsWith("update:");
    assertThat(sameId.view().version()).isEqualTo(before.version());
    assertThat(otherId.applied()).isFalse();
    assertThat(otherId.message()).contains("stale-epoch: the newest attempt is 2");
    assertThat(scene.find(send.key()).version()).isEqualTo(before.version());
    assertThat(relay.bodies()).isEqualTo(2);
  }

  @Test
  void aDecisionForSentFinishesTheSend() {
    relay.then(relay::dropAfterDot);
    Send send = scene.accept();
    SendWorkflow workflow = scene.start(send);
    // the row is written a moment before the workflow hears of it
    Awaitility.await().until(() -> workflow.status().state() == SendState.CONFIRMING);

    workflow.resolve(order(Decision.SENT, 1));

    assertThat(scene.result(send).state()).isEqualTo(SendState.SENT);
    assertThat(scene.find(send.key()).recipients().get(0).outcome())
        .isEqualTo(RecipientOutcome.RESOLVED);
  }

  @Test
  void evidenceBetweenTwoProbesEndsTheWaiting() {
    relay.then(relay::dropAfterDot);
    Send send = scene.accept();
    SendWorkflow workflow = scene.start(send);
    scene.temporal().sleep(Duration.ofMinutes(10));
    Send row = scene.await(send, SendState.CONFIRMING);

    scene
        .ledger()
        .addEvidence(
            send.key(),
            row.epoch(),
            List.of(0),
            new Send.EvidenceEntry(
                "e1", 1, "ses", "accepted", scene.clock().instant(), "delivery event", false),
            null);
    workflow.wake();

    assertThat(scene.result(send).state()).isEqualTo(SendState.SENT);
    assertThat(scene.evidence().asked()).hasSize(3);
  }

  @Test
  void whatWasCancelledBeforeItsTimeNeverGoesOut() {
    Send send = scene.accept(scene.clock().instant().plus(Duration.ofDays(1)));
    SendWorkflow workflow = scene.start(send);
    scene.temporal().sleep(Duration.ofHours(1));

    assertThat(workflow.cancel(new Orders.Cancel("ann", "wrong amount"))).contains("never be sent");

    assertThat(scene.result(send).reason()).isEqualTo(Reason.CANCELLED);
    assertThat(relay.transactions()).isZero();
  }

  @Test
  void aCancellationAfterTheDotIsTooLate() {
    relay.then(relay::dropAfterDot);
    Send send = scene.accept();
    SendWorkflow workflow = scene.start(send);
    scene.await(send, SendState.CONFIRMING);
    scene.temporal().sleep(Duration.ofSeconds(1));

    assertThatThrownBy(() -> workflow.cancel(new Orders.Cancel("ann", "wrong amount")))
        .cause()
        .hasMessageContaining("too-late");
    assertThat(scene.find(send.key()).state()).isEqualTo(SendState.CONFIRMING);
  }

  @Test
  void temporalsCancellationAfterTheDotIsNotedAndIgnored() {
    relay.then(relay::dropAfterDot);
    Send send = scene.accept();
    scene.start(send);
    scene.await(send, SendState.CONFIRMING);

    scene.temporal().getWorkflowClient().newUntypedWorkflowStub(send.key().value()).cancel();

    Send row =
        scene.await(
            send,
            r ->
                r.timeline().stream()
                    .anyMatch(entry -> entry.cause().equals("cancellation_ignored")));
    assertThat(row.state()).isEqualTo(SendState.CONFIRMING);
  }

  private static ResolveOrder order(Decision decision, int epoch) {
    return new ResolveOrder(decision, "ann", "looked it up", epoch);
  }
}
