package dev.sendonce.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sendonce.activity.ResolveOrder;
import dev.sendonce.send.Decision;
import dev.sendonce.send.Reason;
import dev.sendonce.send.SendState;
import io.temporal.client.UpdateOptions;
import io.temporal.client.WorkflowUpdateException;
import io.temporal.client.WorkflowUpdateStage;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.testing.TestWorkflowExtension;
import java.time.Duration;
import java.time.Instant;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SendOrdersTest {
  @RegisterExtension static final TestWorkflowExtension TEMPORAL = Stage.extension();

  private Stage stage;

  @BeforeEach
  void setUp(TestWorkflowEnvironment temporal) {
    stage = new Stage(temporal).withRelayWorker();
  }

  @Test
  void namesEverythingThatIsMissingInADecision() {
    SendWorkflow workflow = unconfirmed();

    assertThatRefused(() -> workflow.resolve(new ResolveOrder(null, " ", null, null)))
        .hasMessageContainingAll("decision", "actor", "note", "epoch");
    assertThat(stage.row().count("resolve")).isZero();
  }

  @Test
  void refusesADecisionAboutAnOlderAttempt() {
    SendWorkflow workflow = unconfirmed();

    assertThatRefused(() -> workflow.resolve(order(Decision.SENT, 0)))
        .hasMessageContaining("stale-epoch: the newest attempt is 1");
  }

  @Test
  void refusesADecisionAboutASendThatIsNotUncertain() {
    SendWorkflow workflow = tomorrow();

    assertThatRefused(() -> workflow.resolve(order(Decision.SENT, 0)))
        .hasMessageContaining("wrong-state: the send is prepared");
  }

  @Test
  void passesOnWhatTheLedgerRefuses() {
    SendWorkflow workflow = unconfirmed();
    stage.row().change(row -> row.epoch(2));

    assertThatRefused(() -> workflow.resolve(order(Decision.SENT, 1)))
        .hasMessageContaining("stale-epoch");
  }

  @Test
  void appliesAnOrderWithTheSameUpdateIdOnce() {
    SendWorkflow workflow = unconfirmed();
    UpdateOptions<String> options =
        UpdateOptions.newBuilder(String.class)
            .setUpdateName("resolve")
            .setUpdateId("decision-1")
            .setWaitForStage(WorkflowUpdateStage.COMPLETED)
            .build();
    stage.row().nextDelivery(row -> row.deferred(Duration.ofDays(1)));

    String first = update(options);
    String second = update(options);

    assertThat(second).isEqualTo(first);
    assertThat(stage.row().count("resolve resend")).isEqualTo(1);
    assertThat(workflow.status().state()).isEqualTo(SendState.PREPARED);
  }

  private String update(UpdateOptions<String> options) {
    return stage.untyped().startUpdate(options, order(Decision.RESEND, 1)).getResult();
  }

  @Test
  void cancelsWhatWaitsForItsTime() {
    SendWorkflow workflow = tomorrow();

    assertThat(workflow.cancel(new Orders.Cancel("ann", "no longer needed")))
        .isEqualTo("cancelled");

    assertThat(stage.result().reason()).isEqualTo(Reason.CANCELLED);
    assertThat(stage.row().calls()).contains("cancel ann");
    assertThat(stage.row().count("deliver")).isZero();
  }

  @Test
  void cancelsWithoutAnArgument() {
    tomorrow();

    assertThat(stage.untyped().update("cancel", String.class)).isEqualTo("cancelled");
    assertThat(stage.row().calls()).contains("cancel someone in Temporal");
  }

  @Test
  void movesToAnotherTime() {
    Instant later = stage.row().start().plus(Duration.ofDays(3));
    SendWorkflow workflow = tomorrow();
    stage
        .row()
        .nextDelivery(
            row -> {
              assertThat(row.now()).isAfterOrEqualTo(later);
              return row.accepted();
            });

    workflow.reschedule(new Orders.Reschedule(later, "ann"));

    assertThat(stage.result().state()).isEqualTo(SendState.SENT);
  }

  @Test
  void retriesNow() {
    stage.row().nextDelivery(row -> row.deferred(Duration.ofHours(20)));
    stage.row().nextDelivery(FakeRow::accepted);
    SendWorkflow workflow = stage.start();
    stage.awaitView(workflow, view -> view.epoch() == 1);

    workflow.retryNow(new Orders.RetryNow("ann"));

    assertThat(stage.result().state()).isEqualTo(SendState.SENT);
    assertThat(Duration.between(stage.row().start(), stage.row().now()))
        .isLessThan(Duration.ofHours(1));
  }

  @Test
  void refusesWhatMakesNoSenseInTheState() {
    SendWorkflow prepared = tomorrow();

    assertThatRefused(prepared::verifyNow).hasMessageContaining("nothing to verify");
    assertThatRefused(() -> prepared.reschedule(new Orders.Reschedule(null, "ann")))
        .hasMessageContaining("sendAt");
  }

  @Test
  void refusesToRetryAnUncertainSend() {
    SendWorkflow workflow = unconfirmed();

    assertThatRefused(() -> workflow.retryNow(new Orders.RetryNow("ann")))
        .hasMessageContaining("only a prepared one");
  }

  private SendWorkflow unconfirmed() {
    stage.row().nextDelivery(FakeRow::uncertain);
    SendWorkflow workflow = stage.start();
    stage.skip(Duration.ofMinutes(10));
    stage.awaitView(workflow, view -> view.state() == SendState.UNCONFIRMED);
    return workflow;
  }

  private SendWorkflow tomorrow() {
    Instant due = stage.row().start().plus(Duration.ofDays(1));
    stage.row().row().sendAt(due).expiresAt(due.plus(Duration.ofDays(1)));
    SendWorkflow workflow = stage.start();
    stage.awaitView(workflow, view -> view.state() == SendState.PREPARED);
    return workflow;
  }

  private static ResolveOrder order(Decision decision, int epoch) {
    return new ResolveOrder(decision, "ann", "looked it up", epoch);
  }

  private static AbstractThrowableAssert<?, ?> assertThatRefused(ThrowingCallable call) {
    return assertThatThrownBy(call).isInstanceOf(WorkflowUpdateException.class).cause();
  }
}
