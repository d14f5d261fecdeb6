package dev.sendonce.api.engine;

import dev.sendonce.send.Send;
import dev.sendonce.workflow.SendAttributes;
import dev.sendonce.workflow.SendRequest;
import dev.sendonce.workflow.SendWorkflow;
import dev.sendonce.workflow.TaskQueues;
import io.temporal.api.enums.v1.WorkflowIdConflictPolicy;
import io.temporal.api.enums.v1.WorkflowIdReusePolicy;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowExecutionAlreadyStarted;
import io.temporal.client.WorkflowOptions;

/** Starts the workflow of a send: ID = key, no time-outs, no retries, no content. Thread-safe. */
final class WorkflowStarts {
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
}
