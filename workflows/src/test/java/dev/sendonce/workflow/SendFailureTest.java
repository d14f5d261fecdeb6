package dev.sendonce.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.activity.Delivery;
import dev.sendonce.send.Reason;
import dev.sendonce.send.SendState;
import dev.sendonce.send.SendView;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.testing.TestWorkflowExtension;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SendFailureTest {
  @RegisterExtension static final TestWorkflowExtension TEMPORAL = Stage.extension();

  @Test
  void settlesAnAttemptThatThrows(TestWorkflowEnvironment temporal) {
    Stage stage = new Stage(temporal).withRelayWorker();
    stage
        .row()
        .nextDelivery(
            row -> {
              row.inflight(Duration.ofMinutes(30));
              throw new IllegalStateException("a bug");
            });

    SendWorkflow workflow = stage.start();

    stage.awaitView(workflow, view -> view.state() == SendState.CONFIRMING);
    assertThat(stage.row().calls()).containsExactly("view", "deliver 1", "settle 1 true");
  }

  @Test
  void settlesAnAttemptThatOutlivesItsTimeOut(TestWorkflowEnvironment temporal) {
    Stage stage = new Stage(temporal).withRelayWorker();
    stage.row().row().deliveryTimeout(Duration.ofSeconds(1));
    Pause smtp = new Pause();
    stage
        .row()
        .nextDelivery(
            row -> {
              row.inflight(Duration.ofMinutes(30));
              smtp.hold();
              return new Delivery.NotClaimed(row.row().build());
            });

    SendWorkflow workflow = stage.start();

    stage.awaitView(workflow, view -> view.state() == SendState.CONFIRMING);
    smtp.release();
    assertThat(stage.row().count("deliver")).isEqualTo(1);
    assertThat(stage.row().count("settle 1 true")).isEqualTo(1);
    assertThat(workflow.timeline()).anyMatch(line -> line.contains("START_TO_CLOSE"));
  }

  @Test
  void settlesWhatTheLedgerLeftUnclear(TestWorkflowEnvironment temporal) {
    Stage stage = new Stage(temporal).withRelayWorker();
    stage.row().nextDelivery(row -> new Delivery.Unclear("no answer"));
    stage.row().nextDelivery(FakeRow::accepted);

    stage.start();

    assertThat(stage.result().state()).isEqualTo(SendState.SENT);
    assertThat(stage.row().calls()).contains("settle 1 true");
  }

  @Test
  void repeatsSlowStepsSoonAfterTheirWorkerDied(TestWorkflowEnvironment temporal) {
    Stage stage = new Stage(temporal).withRelayWorker();
    stage.row().row().heartbeatTimeout(Duration.ofSeconds(1));
    Pause dead = new Pause();
    stage
        .row()
        .nextDelivery(FakeRow::uncertain)
        .nextProbe(row -> neverHeardOf(row, dead))
        .nextProbe(row -> row.row().state(SendState.SMTP_ACCEPTED, row.now()).build())
        .nextFinish(row -> neverHeardOf(row, dead));

    SendWorkflow workflow = stage.start();
    stage.awaitView(workflow, view -> view.state() == SendState.CONFIRMING);
    stage.skip(Duration.ofSeconds(20));

    stage.awaitView(workflow, view -> view.state() == SendState.SMTP_ACCEPTED);
    stage.awaitView(workflow, view -> view.state() == SendState.SENT);
    dead.release();
    assertThat(stage.row().count("verify")).isEqualTo(2);
    assertThat(stage.row().count("finish")).isEqualTo(2);
  }

  /** Its worker took the step and was killed. */
  private static SendView neverHeardOf(FakeRow row, Pause dead) {
    dead.hold();
    return row.row().build();
  }

  @Test
  void settlesNothingWhenNobodyTookTheAttemptFromTheQueue(TestWorkflowEnvironment temporal) {
    Stage stage = new Stage(temporal);
    // Time is not skipped while an activity is queued, so this one waits two real seconds.
    Instant expiresAt = stage.row().start().plus(Duration.ofSeconds(2));
    stage.row().row().expiresAt(expiresAt);

    stage.start();

    assertThat(stage.result().state()).isEqualTo(SendState.NOT_SENT);
    assertThat(stage.row().calls()).doesNotContain("settle 1 true", "deliver 1").contains("expire");
    assertThat(stage.row().count("view")).isEqualTo(2);
  }

  @Test
  void waitsForSomebodyElsesAttemptAndSettlesItAtItsDeadline(TestWorkflowEnvironment temporal) {
    Stage stage = new Stage(temporal).withRelayWorker();
    stage.row().inflight(Duration.ofMinutes(30));
    stage.row().row().epoch(1);

    SendWorkflow workflow = stage.start();
    stage.skip(Duration.ofMinutes(29));
    assertThat(workflow.status().state()).isEqualTo(SendState.SMTP_INFLIGHT);
    assertThat(stage.row().count("settle")).isZero();
    stage.skip(Duration.ofMinutes(1));

    stage.awaitView(workflow, view -> view.state() == SendState.CONFIRMING);
    assertThat(stage.row().count("deliver")).isZero();
    assertThat(stage.row().calls()).contains("settle 1 false");
  }

  @Test
  void learnsOfSomebodyElsesOutcomeLongBeforeTheDeadline(TestWorkflowEnvironment temporal) {
    Stage stage = new Stage(temporal).withRelayWorker();
    stage.row().nextDelivery(row -> new Delivery.NotClaimed(row.inflight(Duration.ofHours(9))));

    stage.start();
    stage.skip(Duration.ofMinutes(1));
    stage.row().change(row -> row.state(SendState.SENT, stage.row().now()));
    stage.skip(Duration.ofMinutes(5));

    assertThat(stage.result().state()).isEqualTo(SendState.SENT);
    assertThat(stage.row().count("settle")).isZero();
  }

  @Test
  void doesNotHurryWhenAStepChangesNothing(TestWorkflowEnvironment temporal) {
    Stage stage = new Stage(temporal).withRelayWorker();
    for (int i = 0; i < 1000; i++) {
      stage.row().nextDelivery(row -> new Delivery.NotClaimed(row.unclaimed()));
    }

    stage.start();
    stage.skip(Duration.ofHours(1));

    assertThat(stage.row().count("deliver")).isBetween(10L, 25L);
  }

  @Test
  void takesACancelledSendFromTheQueueOfItsRelay(TestWorkflowEnvironment temporal) {
    Stage stage = new Stage(temporal);
    SendWorkflow workflow = stage.start();
    stage.awaitView(workflow, view -> true);

    workflow.cancel(new Orders.Cancel("ann", "wrong relay"));

    assertThat(stage.result().reason()).isEqualTo(Reason.CANCELLED);
    assertThat(stage.row().calls()).doesNotContain("settle 1 true");
  }
}
