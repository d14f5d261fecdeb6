package dev.sendonce.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sendonce.activity.ResolveOrder;
import dev.sendonce.send.Decision;
import dev.sendonce.send.SendState;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.client.WorkflowFailedException;
import io.temporal.failure.CanceledFailure;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.testing.TestWorkflowExtension;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The big button of the Temporal UI is a request, and the ledger decides about it. */
class SendCancellationTest {
  @RegisterExtension static final TestWorkflowExtension TEMPORAL = Stage.extension();

  @Test
  void cancelsASendThatWaitsForItsTime(TestWorkflowEnvironment temporal) {
    Stage stage = new Stage(temporal).withRelayWorker();
    Instant due = stage.row().start().plus(Duration.ofDays(1));
    stage.row().row().sendAt(due).expiresAt(due.plus(Duration.ofDays(1)));
    SendWorkflow workflow = stage.start();
    stage.awaitView(workflow, view -> true);

    stage.untyped().cancel();

    assertThatEndsAsCancelled(stage);
    assertThat(stage.row().calls()).containsExactly("view", "cancellationRequested");
    assertThat(stage.row().row().build().state()).isEqualTo(SendState.NOT_SENT);
  }

  @Test
  void doesNotCloseASendWhoseOutcomeIsUnknown(TestWorkflowEnvironment temporal) {
    Stage stage = new Stage(temporal).withRelayWorker();
    stage.row().nextDelivery(FakeRow::uncertain);
    SendWorkflow workflow = stage.start();
    stage.awaitView(workflow, view -> view.state() == SendState.CONFIRMING);

    stage.untyped().cancel();
    stage.skip(Duration.ofMinutes(10));

    stage.awaitView(workflow, view -> view.state() == SendState.UNCONFIRMED);
    assertThat(stage.untyped().describe().getStatus())
        .isEqualTo(WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING);
    assertThat(stage.row().count("cancellationRequested")).isEqualTo(1);
    assertThat(stage.row().count("verify 1 true")).isEqualTo(3);
  }

  @Test
  void stillObeysAPersonAfterAnIgnoredRequest(TestWorkflowEnvironment temporal) {
    Stage stage = new Stage(temporal).withRelayWorker();
    stage.row().nextDelivery(FakeRow::uncertain);
    SendWorkflow workflow = stage.start();
    stage.awaitView(workflow, view -> view.state() == SendState.CONFIRMING);
    stage.untyped().cancel();
    stage.awaitView(workflow, view -> stage.row().count("cancellationRequested") == 1);

    workflow.resolve(new ResolveOrder(Decision.SENT, "ann", "seen by the customer", 1));

    assertThatEndsAsCancelled(stage);
    assertThat(stage.row().row().build().state()).isEqualTo(SendState.SENT);
  }

  @Test
  void doesNotInterruptADeliveryThatRuns(TestWorkflowEnvironment temporal) {
    Stage stage = new Stage(temporal).withRelayWorker();
    Pause smtp = new Pause();
    stage
        .row()
        .nextDelivery(
            row -> {
              row.inflight(Duration.ofMinutes(30));
              smtp.hold();
              return row.accepted();
            });
    stage.start();
    smtp.awaitHeld();

    stage.untyped().cancel();
    smtp.release();

    assertThatEndsAsCancelled(stage);
    assertThat(stage.row().row().build().state()).isEqualTo(SendState.SENT);
    assertThat(stage.row().count("settle")).isZero();
  }

  /** The SDK closes a run that was asked to cancel as cancelled, whatever it returns. */
  private static void assertThatEndsAsCancelled(Stage stage) {
    assertThatThrownBy(stage::result)
        .isInstanceOf(WorkflowFailedException.class)
        .hasCauseInstanceOf(CanceledFailure.class);
  }
}
