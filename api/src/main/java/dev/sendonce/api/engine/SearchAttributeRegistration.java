package dev.sendonce.api.engine;

import dev.sendonce.workflow.SendAttributes;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.enums.v1.IndexedValueType;
import io.temporal.api.operatorservice.v1.AddSearchAttributesRequest;
import io.temporal.api.operatorservice.v1.ListSearchAttributesRequest;
import io.temporal.client.WorkflowClient;
import io.temporal.serviceclient.OperatorServiceStubs;
import io.temporal.serviceclient.OperatorServiceStubsOptions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Registers the search attributes of sends before a worker uses them: a workflow task with an
 * unregistered one fails until somebody registers it. Idempotent; safe on every node at once.
 */
final class SearchAttributeRegistration {
  private static final Map<String, IndexedValueType> WANTED = wanted();

  private final WorkflowClient client;

  SearchAttributeRegistration(WorkflowClient client) {
    this.client = client;
  }

  private static Map<String, IndexedValueType> wanted() {
    IndexedValueType keyword = IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD;
    Map<String, IndexedValueType> wanted = new LinkedHashMap<>();
    wanted.put(SendAttributes.STATE.getName(), keyword);
    wanted.put(SendAttributes.REASON.getName(), keyword);
    wanted.put(SendAttributes.CLIENT.getName(), keyword);
    wanted.put(SendAttributes.BATCH.getName(), keyword);
    wanted.put(SendAttributes.STUCK_SINCE.getName(), IndexedValueType.INDEXED_VALUE_TYPE_DATETIME);
    return wanted;
  }

  /**
   * Makes sure that all of them exist with the right type.
   *
   * @throws IllegalStateException saying which command an administrator has to run
   */
  void ensure() {
    OperatorServiceStubs operator =
        OperatorServiceStubs.newServiceStubs(
            OperatorServiceStubsOptions.newBuilder()
                .setChannel(client.getWorkflowServiceStubs().getRawChannel())
                .validateAndBuildWithDefaults());
    String namespace = client.getOptions().getNamespace();
    Map<String, IndexedValueType> missing = missing(operator, namespace);
    if (missing.isEmpty()) {
      return;
    }
    try {
      operator
          .blockingStub()
          .addSearchAttributes(
              AddSearchAttributesRequest.newBuilder()
                  .setNamespace(namespace)
                  .putAllSearchAttributes(missing)
                  .build());
    } catch (StatusRuntimeException e) {
      if (e.getStatus().getCode() != Status.Code.ALREADY_EXISTS) {
        throw new IllegalStateException(advice(namespace, missing), e);
      }
    }
    missing = missing(operator, namespace);
    if (!missing.isEmpty()) {
      throw new IllegalStateException(advice(namespace, missing));
    }
  }

  private static Map<String, IndexedValueType> missing(
      OperatorServiceStubs operator, String namespace) {
    Map<String, IndexedValueType> present =
        operator
            .blockingStub()
            .listSearchAttributes(
                ListSearchAttributesRequest.newBuilder().setNamespace(namespace).build())
            .getCustomAttributesMap();
    Map<String, IndexedValueType> missing = new TreeMap<>(WANTED);
    missing.entrySet().removeAll(present.entrySet());
    return missing;
  }

  private static String advice(String namespace, Map<String, IndexedValueType> missing) {
    StringBuilder command =
        new StringBuilder("The workflow search attributes are not registered; run: temporal")
            .append(" operator search-attribute create --namespace ")
            .append(namespace);
    missing.forEach(
        (name, type) ->
            command.append(" --name ").append(name).append(" --type ").append(spelling(type)));
    return command.toString();
  }

  private static String spelling(IndexedValueType type) {
    return type == IndexedValueType.INDEXED_VALUE_TYPE_DATETIME ? "Datetime" : "Keyword";
  }
}
