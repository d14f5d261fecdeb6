package dev.sendonce.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sendonce.activity.Delivery;
import dev.sendonce.send.AttemptResult;
import dev.sendonce.send.Outcome;
import dev.sendonce.send.Reason;
import dev.sendonce.send.Reply;
import dev.sendonce.send.SendState;
import io.temporal.client.WorkflowExecutionAlreadyStarted;
import io.temporal.client.WorkflowFailedException;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.testing.TestWorkflowExtension;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SendWorkflowTest {
  @RegisterExtension static final TestWorkflowExtension TEMPORAL = Stage.extension();

  @Test
  void endsAsSentWhenTheRelayAccepts(TestWorkflowEnvironment temporal) {
    Stage stage = new Stage(temporal).withRelayWorker();
    stage.row().nextDelivery(FakeRow::accepted);

    stage.start();

    assertThat(stage.result().state()).isEqualTo(SendState.SENT);
    assertThat(stage.row().calls()).containsExactly("view", "deliver 1");
  }

  @Test
  void completesAndDoesNotFailWhenTheRelayRefuses(TestWorkflowEnvironment temporal) {
    Stage stage = new Stage(temporal).withRelayWorker();
    stage.row().nextDelivery(FakeRow::refused);

    stage.start();

    SendResult result = stage.result();
    assertThat(result.state()).isEqualTo(SendState.NOT_SENT);
    assertThat(result.reason()).isEqualTo(Reason.REJECTED);
  }

  @Test
  void triesAgainAfterEachBackOffWithTheNextNumber(TestWorkflowEnvironment temporal) {
    Stage stage = new Stage(temporal).withRelayWorker();
    Duration hour = Duration.ofHours(1);
    stage
        .row()
        .nextDelivery(row -> row.deferred(hour))
        .nextDelivery(row -> row.deferred(hour))
        .nextDelivery(FakeRow::accepted);

    stage.start();

    assertThat(stage.result().attempts()).isEqualTo(3);
    assertThat(stage.row().calls()).containsExactly("view", "deliver 1", "deliver 2", "deliver 3");
  }

  @Test
  void waitsThirtyDaysForItsTime(TestWorkflowEnvironment temporal) {
    Stage stage = new Stage(temporal).withRelayWorker();
    Instant due = stage.row().start().plus(Duration.ofDays(30));
    stage.row().row().sendAt(due).expiresAt(due.plus(Duration.ofHours(24)));
    stage
        .row()
        .nextDelivery(
            row -> {
              assertThat(row.now()).isAfterOrEqualTo(due);
              return row.accepted();
            });

    stage.start();

    assertThat(stage.result().state()).isEqualTo(SendState.SENT);
  }

  @Test
  void givesUpWhenItsTimeIsOverEvenInTheMiddleOfABackOff(TestWorkflowEnvironment temporal) {
    Stage stage = new Stage(temporal).withRelayWorker();
    stage.row().nextDelivery(row -> row.deferred(Duration.ofDays(3)));

    stage.start();

    SendResult result = stage.result();
    assertThat(result.reason()).isEqualTo(Reason.EXPIRED);
    assertThat(stage.row().calls()).containsExactly("view", "deliver 1", "expire");
  }

  @Test
  void refusesASecondRunForTheSameKey(TestWorkflowEnvironment temporal) {
    Stage stage = new Stage(temporal).withRelayWorker();
    stage.row().row().sendAt(stage.row().start().plus(Duration.ofDays(1)));

    stage.start();

    assertThatThrownBy(stage::start).isInstanceOf(WorkflowExecutionAlreadyStarted.class);
  }

  @Test
  void failsUnderAnIdThatIsNotItsKey(TestWorkflowEnvironment temporal) {
    Stage stage = new Stage(temporal).withRelayWorker();

    stage.start("another-id");

    assertThatThrownBy(
            () ->
                temporal
                    .getWorkflowClient()
                    .newUntypedWorkflowStub("another-id")
                    .getResult(SendResult.class))
        .isInstanceOf(WorkflowFailedException.class)
        .rootCause()
        .hasMessageContaining("workflow ID of a send is its key");
    assertThat(stage.row().calls()).isEmpty();
  }

  @Test
  void recordsWhatTheAttemptBroughtHomeHoweverLongTheLedgerIsDown(
      TestWorkflowEnvironment temporal) {
    Stage stage = new Stage(temporal).withRelayWorker();
    AttemptResult result =
        new AttemptResult(new Outcome.Accepted(Reply.of(250, "2.0.0 Ok"), "4jcz"), List.of());
    stage
        .row()
        .nextDelivery(
            row -> {
              row.beDownFor(12);
              return new Delivery.Unrecorded("token", result);
            });

    stage.start();

    assertThat(stage.result().state()).isEqualTo(SendState.SENT);
    assertThat(stage.row().count("record 1 accepted")).isEqualTo(13);
    assertThat(stage.row().count("deliver")).isEqualTo(1);
  }

  @Test
  void survivesALedgerThatIsDownFromTheBeginning(TestWorkflowEnvironment temporal) {
    Stage stage = new Stage(temporal).withRelayWorker();
    stage.row().nextDelivery(FakeRow::accepted).beDownFor(20);

    stage.start();

    assertThat(stage.result().state()).isEqualTo(SendState.SENT);
  }

  @Test
  void waitsWhileTheRelayIsHeldWithoutBurningAttempts(TestWorkflowEnvironment temporal) {
    Stage stage = new Stage(temporal).withRelayWorker();
    stage.row().nextDelivery(FakeRow::held).nextDelivery(FakeRow::held);
    stage.row().nextDelivery(FakeRow::accepted);

    stage.start();

    assertThat(stage.result().attempts()).isEqualTo(1);
    assertThat(stage.row().calls()).containsExactly("view", "deliver 1", "deliver 1", "deliver 1");
  }

  @Test
  void doesTheSlowWorkAfterAcceptance(TestWorkflowEnvironment temporal) {
    Stage stage = new Stage(temporal).withRelayWorker();
    stage
        .row()
        .nextDelivery(
            row -> {
              row.row().state(SendState.SMTP_ACCEPTED, row.now());
              return new Delivery.Recorded(row.row().build());
            });

    stage.start();

    assertThat(stage.result().state()).isEqualTo(SendState.SENT);
    assertThat(stage.row().calls()).containsExactly("view", "deliver 1", "finish");
  }
}
