package dev.sendonce.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.activity.ResolveOrder;
import dev.sendonce.send.Decision;
import dev.sendonce.send.SendState;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.testing.TestWorkflowExtension;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SendVerificationTest {
  @RegisterExtension static final TestWorkflowExtension TEMPORAL = Stage.extension();

  private static final Duration PAST_ALL_PROBES = Duration.ofMinutes(10);

  @Test
  void looksForEvidenceOnScheduleAndThenLeavesItToAPerson(TestWorkflowEnvironment temporal) {
    Stage stage = new Stage(temporal).withRelayWorker();
    stage.row().nextDelivery(FakeRow::uncertain);

    SendWorkflow workflow = stage.start();
    stage.skip(PAST_ALL_PROBES);

    stage.awaitView(workflow, view -> view.state() == SendState.UNCONFIRMED);
    assertThat(stage.row().calls())
        .containsExactly(
            "view",
            "deliver 1",
            "verify 1 true +20",
            "verify 1 true +60",
            "verify 1 true +300",
            "exhaust 1");
  }

  @Test
  void endsAsSentOnTheFirstProbeThatProvesIt(TestWorkflowEnvironment temporal) {
    Stage stage = new Stage(temporal).withRelayWorker();
    stage.row().nextDelivery(FakeRow::uncertain);
    stage.row().nextProbe(row -> row.row().state(SendState.SMTP_ACCEPTED, row.now()).build());

    stage.start();

    assertThat(stage.result().state()).isEqualTo(SendState.SENT);
    assertThat(stage.row().calls())
        .containsExactly("view", "deliver 1", "verify 1 true +20", "finish");
  }

  @Test
  void retriesWhenAProbeProvesNonAcceptance(TestWorkflowEnvironment temporal) {
    Stage stage = new Stage(temporal).withRelayWorker();
    stage.row().nextDelivery(FakeRow::uncertain).nextDelivery(FakeRow::accepted);
    stage.row().nextProbe(row -> row.row().state(SendState.PREPARED, row.now()).build());

    stage.start();

    assertThat(stage.result().attempts()).isEqualTo(2);
  }

  @Test
  void heedsEvidenceThatArrivesBetweenProbes(TestWorkflowEnvironment temporal) {
    Stage stage = new Stage(temporal).withRelayWorker();
    stage.row().nextDelivery(FakeRow::uncertain);

    SendWorkflow workflow = stage.start();
    stage.skip(Duration.ofSeconds(90));
    stage.row().change(row -> row.state(SendState.SENT, stage.row().now()));
    workflow.wake();

    assertThat(stage.result().state()).isEqualTo(SendState.SENT);
    assertThat(stage.row().count("verify")).isEqualTo(2);
  }

  @Test
  void anExtraProbeDoesNotMoveTheSchedule(TestWorkflowEnvironment temporal) {
    Stage stage = new Stage(temporal).withRelayWorker();
    stage.row().nextDelivery(FakeRow::uncertain);

    SendWorkflow workflow = stage.start();
    stage.skip(Duration.ofSeconds(30));
    assertThat(workflow.verifyNow()).startsWith("confirming");
    stage.skip(PAST_ALL_PROBES);

    assertThat(stage.row().calls())
        .filteredOn(call -> call.startsWith("verify 1 true"))
        .containsExactly("verify 1 true +20", "verify 1 true +60", "verify 1 true +300");
    assertThat(stage.row().count("verify 1 false")).isEqualTo(1);
  }

  @Test
  void aDecisionDuringAProbeIsNotLost(TestWorkflowEnvironment temporal) {
    Stage stage = new Stage(temporal).withRelayWorker();
    stage.row().nextDelivery(FakeRow::uncertain);
    Pause probing = new Pause();
    stage
        .row()
        .nextProbe(
            row -> {
              var before = row.row().build();
              probing.hold();
              return before;
            });

    SendWorkflow workflow = stage.start();
    stage.skip(Duration.ofSeconds(20));
    probing.awaitHeld();
    String answer =
        workflow.resolve(new ResolveOrder(Decision.SENT, "ann", "seen in the relay's log", 1));
    probing.release();

    assertThat(answer).isEqualTo("done");
    assertThat(stage.result().state()).isEqualTo(SendState.SENT);
    assertThat(stage.row().calls()).doesNotContain("exhaust 1");
  }

  @Test
  void staysOpenForTenDaysOfNobodyLookingAndThenObeys(TestWorkflowEnvironment temporal) {
    Stage stage = new Stage(temporal).withRelayWorker();
    stage.row().nextDelivery(FakeRow::uncertain);

    SendWorkflow workflow = stage.start();
    stage.skip(Duration.ofDays(10));
    assertThat(workflow.status().state()).isEqualTo(SendState.UNCONFIRMED);
    assertThat(stage.row().count("deliver")).isEqualTo(1);
    workflow.resolve(new ResolveOrder(Decision.NOT_SENT, "ann", "the customer has nothing", 1));

    assertThat(stage.result().state()).isEqualTo(SendState.NOT_SENT);
  }

  @Test
  void aResendGoesOutWithTheNextNumber(TestWorkflowEnvironment temporal) {
    Stage stage = new Stage(temporal).withRelayWorker();
    stage.row().nextDelivery(FakeRow::uncertain).nextDelivery(FakeRow::accepted);

    SendWorkflow workflow = stage.start();
    stage.skip(PAST_ALL_PROBES);
    workflow.resolve(new ResolveOrder(Decision.RESEND, "ann", "must arrive", 1));

    assertThat(stage.result().attempts()).isEqualTo(2);
  }
}
