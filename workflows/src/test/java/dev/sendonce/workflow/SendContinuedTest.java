package dev.sendonce.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.temporal.client.UpdateOptions;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowExecutionDescription;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowUpdateHandle;
import io.temporal.client.WorkflowUpdateStage;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.testing.TestWorkflowExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A send that waits so long that its history is full and a new run goes on. */
class SendContinuedTest {
  @RegisterExtension static final TestWorkflowExtension TEMPORAL = Stage.extension();

  /** Four of them fill a history as thousands of events do. */
  private static final String MEGABYTE = "x".repeat(1 << 20);

  private Stage stage;
  private String firstRun;

  @BeforeEach
  void setUp(TestWorkflowEnvironment temporal) {
    stage = new Stage(temporal).withRelayWorker();
    for (int i = 0; i < 20; i++) {
      stage.row().nextDelivery(FakeRow::held);
    }
    temporal.start();
    SendWorkflow workflow =
        temporal
            .getWorkflowClient()
            .newWorkflowStub(
                SendWorkflow.class,
                WorkflowOptions.newBuilder()
                    .setWorkflowId(Stage.KEY)
                    .setTaskQueue(TaskQueues.CONTROL)
                    .setTypedSearchAttributes(SendAttributes.initial("tests", null))
                    .setMemo(SendMemo.of("id-of-the-send"))
                    .build());
    firstRun = WorkflowClient.start(workflow::send, new SendRequest(Stage.KEY)).getRunId();
    await().until(() -> stage.row().count("deliver") > 0);
  }

  @Test
  void theNewRunStillSaysWhoseItIs() {
    awaitNewRun();

    WorkflowExecutionDescription run = stage.untyped().describe();
    assertThat(run.getMemo(SendMemo.ID, String.class)).isEqualTo("id-of-the-send");
    assertThat(run.getTypedSearchAttributes().get(SendAttributes.CLIENT)).isEqualTo("tests");
    assertThat(run.getTypedSearchAttributes().get(SendAttributes.STATE)).isEqualTo("prepared");
  }

  @Test
  void losesNoOrderWhileTheRunsChange() {
    List<WorkflowUpdateHandle<String>> orders = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      orders.add(stage.untyped().startUpdate(retryNow(), new Orders.RetryNow("ann")));
      stage.untyped().signal("wake", MEGABYTE);
    }
    awaitNewRun();

    assertThat(orders).extracting(WorkflowUpdateHandle::getResult).containsOnly("now");
    assertThat(stage.row().count("retryNow")).isEqualTo(6);
  }

  /**
   * A few large events make a run go on as new, when it is awake and no order is being dealt with.
   * Between two runs the test server knows no workflow to signal.
   */
  private void awaitNewRun() {
    await()
        .atMost(Duration.ofSeconds(20))
        .pollInterval(Duration.ofSeconds(1))
        .ignoreException(WorkflowNotFoundException.class)
        .until(
            () -> {
              stage.untyped().signal("wake", MEGABYTE);
              return !stage.untyped().describe().getExecution().getRunId().equals(firstRun);
            });
  }

  private static UpdateOptions<String> retryNow() {
    return UpdateOptions.newBuilder(String.class)
        .setUpdateName("retryNow")
        .setWaitForStage(WorkflowUpdateStage.ACCEPTED)
        .build();
  }
}
