package dev.sendonce.lab.nodes;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.workflow.v1.WorkflowExecutionInfo;
import io.temporal.api.workflowservice.v1.DeleteWorkflowExecutionRequest;
import io.temporal.api.workflowservice.v1.DescribeWorkflowExecutionRequest;
import io.temporal.api.workflowservice.v1.TerminateWorkflowExecutionRequest;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;

/** What an operator does to runs in Temporal, behind the back of every node. */
final class Runs implements AutoCloseable {
  private static final String NAMESPACE = "default";

  private final WorkflowServiceStubs temporal;

  Runs(String target) {
    temporal =
        WorkflowServiceStubs.newServiceStubs(
            WorkflowServiceStubsOptions.newBuilder().setTarget(target).build());
  }

  /** The id of the open run with this workflow ID, empty when there is none. */
  String open(String key) {
    try {
      WorkflowExecutionInfo info =
          temporal
              .blockingStub()
              .describeWorkflowExecution(
                  DescribeWorkflowExecutionRequest.newBuilder()
                      .setNamespace(NAMESPACE)
                      .setExecution(execution(key))
                      .build())
              .getWorkflowExecutionInfo();
      boolean open = info.getStatus() == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING;
      return open ? info.getExecution().getRunId() : "";
    } catch (StatusRuntimeException e) {
      if (e.getStatus().getCode() == Status.Code.NOT_FOUND) {
        return "";
      }
      throw e;
    }
  }

  void terminate(String key) {
    TerminateWorkflowExecutionRequest request =
        TerminateWorkflowExecutionRequest.newBuilder()
            .setNamespace(NAMESPACE)
            .setWorkflowExecution(execution(key))
            .build();
    var unused = temporal.blockingStub().terminateWorkflowExecution(request);
  }

  void delete(String key) {
    DeleteWorkflowExecutionRequest request =
        DeleteWorkflowExecutionRequest.newBuilder()
            .setNamespace(NAMESPACE)
            .setWorkflowExecution(execution(key))
            .build();
    var unused = temporal.blockingStub().deleteWorkflowExecution(request);
  }

  private static WorkflowExecution execution(String key) {
    return WorkflowExecution.newBuilder().setWorkflowId(key).build();
  }

  @Override
  public void close() {
    temporal.shutdownNow();
  }
}
