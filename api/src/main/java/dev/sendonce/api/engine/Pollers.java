package dev.sendonce.api.engine;

import dev.sendonce.workflow.TaskQueues;
import io.grpc.StatusRuntimeException;
import io.temporal.api.enums.v1.TaskQueueType;
import io.temporal.api.taskqueue.v1.TaskQueue;
import io.temporal.api.workflowservice.v1.DescribeTaskQueueRequest;
import io.temporal.client.WorkflowClient;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether anybody polls the queue of a relay, asked at most once in five seconds. Temporal forgets
 * a poller some minutes after its last call, so a queue whose last worker has just died still
 * counts as polled. Thread-safe.
 */
final class Pollers {
  private static final Logger LOG = LoggerFactory.getLogger(Pollers.class);
  private static final Duration FRESH = Duration.ofSeconds(5);

  private final WorkflowClient client;
  private final LongSupplier nanoTime;
  private final ConcurrentHashMap<String, Seen> seen = new ConcurrentHashMap<>();

  private record Seen(boolean any, long at) {}

  Pollers(WorkflowClient client, LongSupplier nanoTime) {
    this.client = client;
    this.nanoTime = nanoTime;
  }

  /** True as well when Temporal does not say. */
  boolean any(String relay) {
    long now = nanoTime.getAsLong();
    Seen last = seen.get(relay);
    if (last == null || now - last.at() > FRESH.toNanos()) {
      last = new Seen(ask(relay), now);
      seen.put(relay, last);
    }
    return last.any();
  }

  private boolean ask(String relay) {
    DescribeTaskQueueRequest question =
        DescribeTaskQueueRequest.newBuilder()
            .setNamespace(client.getOptions().getNamespace())
            .setTaskQueue(TaskQueue.newBuilder().setName(TaskQueues.relay(relay)))
            .setTaskQueueType(TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY)
            .build();
    try {
      return client
              .getWorkflowServiceStubs()
              .blockingStub()
              .describeTaskQueue(question)
              .getPollersCount()
          > 0;
    } catch (StatusRuntimeException e) {
      LOG.debug("Temporal does not tell who polls.", e);
      return true;
    }
  }
}
