package dev.sendonce.lab.storm;

import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowExecutionMetadata;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.util.Map;
import java.util.stream.Collectors;

/** What Temporal's list says, which comes a little late. */
final class Workflows implements AutoCloseable {
  private final WorkflowServiceStubs stubs;

  Workflows(String target) {
    stubs =
        WorkflowServiceStubs.newServiceStubs(
            WorkflowServiceStubsOptions.newBuilder().setTarget(target).build());
  }

  /** How many runs each workflow ID has. */
  Map<String, Long> runsByKey() {
    return WorkflowClient.newInstance(stubs)
        .listExecutions("")
        .map(WorkflowExecutionMetadata::getExecution)
        .collect(Collectors.groupingBy(e -> e.getWorkflowId(), Collectors.counting()));
  }

  @Override
  public void close() {
    stubs.shutdownNow();
  }
}
