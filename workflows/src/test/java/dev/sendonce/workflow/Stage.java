package dev.sendonce.workflow;

import static org.awaitility.Awaitility.await;

import dev.sendonce.send.SendView;
import io.temporal.api.enums.v1.IndexedValueType;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.testing.TestWorkflowExtension;
import io.temporal.worker.Worker;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Predicate;

/** One send in {@link FakeRow}, with workers for its task queues in a time-skipping Temporal. */
final class Stage {
  static final String KEY = "invoice:2026-0042";

  private final TestWorkflowEnvironment temporal;
  private final FakeRow row;

  Stage(TestWorkflowEnvironment temporal) {
    this.temporal = temporal;
    this.row = new FakeRow(KEY, () -> Instant.ofEpochMilli(temporal.currentTimeMillis()));
    Worker control = temporal.newWorker(TaskQueues.CONTROL);
    control.registerWorkflowImplementationTypes(SendWorkflowImpl.class);
    control.registerActivitiesImplementations(row);
  }

  /** Every search attribute registered: a workflow task that fails ends time skipping for good. */
  static TestWorkflowExtension extension() {
    IndexedValueType keyword = IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD;
    return TestWorkflowExtension.newBuilder()
        .registerSearchAttribute(SendAttributes.STATE.getName(), keyword)
        .registerSearchAttribute(SendAttributes.REASON.getName(), keyword)
        .registerSearchAttribute(SendAttributes.CLIENT.getName(), keyword)
        .registerSearchAttribute(SendAttributes.BATCH.getName(), keyword)
        .registerSearchAttribute(
            SendAttributes.STUCK_SINCE.getName(), IndexedValueType.INDEXED_VALUE_TYPE_DATETIME)
        .setDoNotStart(true)
        .build();
  }

  FakeRow row() {
    return row;
  }

  TestWorkflowEnvironment temporal() {
    return temporal;
  }

  /** With somebody who takes deliveries from the relay's queue. */
  Stage withRelayWorker() {
    temporal.newWorker(TaskQueues.relay("default")).registerActivitiesImplementations(row);
    return this;
  }

  SendWorkflow start() {
    return start(KEY);
  }

  SendWorkflow start(String workflowId) {
    if (!temporal.isStarted()) {
      temporal.start();
    }
    SendWorkflow workflow =
        temporal
            .getWorkflowClient()
            .newWorkflowStub(
                SendWorkflow.class,
                WorkflowOptions.newBuilder()
                    .setWorkflowId(workflowId)
                    .setTaskQueue(TaskQueues.CONTROL)
                    .setTypedSearchAttributes(SendAttributes.initial("tests", null))
                    .build());
    WorkflowClient.start(workflow::send, new SendRequest(KEY));
    return workflow;
  }

  WorkflowStub untyped() {
    return temporal.getWorkflowClient().newUntypedWorkflowStub(KEY);
  }

  /** Waits, while time is skipped, for the end. */
  SendResult result() {
    return untyped().getResult(SendResult.class);
  }

  void skip(Duration time) {
    temporal.sleep(time);
  }

  /** Waits in real time until the workflow has seen it. */
  SendView awaitView(SendWorkflow workflow, Predicate<SendView> seen) {
    return await()
        .atMost(Duration.ofSeconds(5))
        .pollInterval(Duration.ofMillis(20))
        .until(workflow::status, view -> view != null && seen.test(view));
  }
}
