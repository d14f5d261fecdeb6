package dev.sendonce.api.engine;

import dev.sendonce.send.Send;
import dev.sendonce.workflow.SendAttributes;
import dev.sendonce.workflow.SendMemo;
import dev.sendonce.workflow.SendRequest;
import dev.sendonce.workflow.SendWorkflow;
import dev.sendonce.workflow.TaskQueues;
import io.temporal.api.enums.v1.WorkflowIdConflictPolicy;
import io.temporal.api.enums.v1.WorkflowIdReusePolicy;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowExecutionAlreadyStarted;
import io.temporal.client.WorkflowExecutionDescription;
import io.temporal.client.WorkflowOptions;
import io.temporal.common.Priority;
import java.nio.charset.StandardCharsets;

/** Starts the workflow of a send: ID = key, no time-outs, no retries, no content. Thread-safe. */
final class WorkflowStarts {
  private static final int FAIRNESS_KEY = 64;
  private static final String TYPE = SendWorkflow.class.getSimpleName();

  private final WorkflowClient client;

  WorkflowStarts(WorkflowClient client) {
    this.client = client;
  }

  /**
   * Starts it unless one exists that the policy respects.
   *
   * @param closedRuns what a closed run with this ID means; a running one is always left alone
   * @return false when there was one already
   */
  boolean start(Send send, WorkflowIdReusePolicy closedRuns) {
    int recipients = send.recipients().size();
    WorkflowOptions options =
        WorkflowOptions.newBuilder()
            .setWorkflowId(send.key().value())
            .setTaskQueue(TaskQueues.CONTROL)
            .setWorkflowIdReusePolicy(closedRuns)
            .setWorkflowIdConflictPolicy(WorkflowIdConflictPolicy.WORKFLOW_ID_CONFLICT_POLICY_FAIL)
            .setTypedSearchAttributes(SendAttributes.initial(send.client(), send.batch()))
            .setMemo(SendMemo.of(send.id()))
            .setPriority(Priority.newBuilder().setFairnessKey(fairnessKey(send)).build())
            .setStaticSummary(
                "to "
                    + recipients
                    + (recipients == 1 ? " recipient" : " recipients")
                    + " via relay "
                    + send.relay())
            .build();
    SendWorkflow workflow = client.newWorkflowStub(SendWorkflow.class, options);
    try {
      WorkflowClient.start(workflow::send, new SendRequest(send.key().value()));
      return true;
    } catch (WorkflowExecutionAlreadyStarted e) {
      return false;
    }
  }

  /**
   * Clients take turns where the server knows fairness, so that a batch of one does not hold up the
   * letters of another; its activities inherit it. A server allows 64 bytes.
   */
  private static String fairnessKey(Send send) {
    String client = send.client() == null ? "" : send.client();
    return client.getBytes(StandardCharsets.UTF_8).length <= FAIRNESS_KEY
        ? client
        : Integer.toHexString(client.hashCode());
  }

  /**
   * Whether a run that was found under the key of a send was started for that very send. One
   * without a memo tells nothing but when it began; none began before its send was accepted.
   */
  static boolean isOf(Send send, WorkflowExecutionDescription run) {
    if (!run.getWorkflowType().equals(TYPE)) {
      return false;
    }
    Object id = run.getMemo(SendMemo.ID, String.class);
    return id == null ? !run.getStartTime().isBefore(send.createdAt()) : id.equals(send.id());
  }
}
