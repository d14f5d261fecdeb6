package dev.sendonce.api.engine;

import dev.sendonce.deployment.EngineIdentity;
import io.temporal.api.namespace.v1.NamespaceInfo;
import io.temporal.api.workflowservice.v1.DescribeNamespaceRequest;
import io.temporal.client.WorkflowClient;
import java.util.function.Supplier;

/** Asks Temporal which one it is. Throws gRPC's exceptions when it does not answer. */
public final class NamespaceIdentity implements Supplier<EngineIdentity> {
  private final WorkflowClient client;

  /** Asks the Temporal at the other end of this connection. */
  public NamespaceIdentity(TemporalConnection connection) {
    this.client = connection.forRequests();
  }

  @Override
  public EngineIdentity get() {
    String namespace = client.getOptions().getNamespace();
    NamespaceInfo info =
        client
            .getWorkflowServiceStubs()
            .blockingStub()
            .describeNamespace(
                DescribeNamespaceRequest.newBuilder().setNamespace(namespace).build())
            .getNamespaceInfo();
    return new EngineIdentity(namespace, info.getId());
  }
}
