package dev.sendonce.workflow;

import dev.sendonce.activity.Delivery;
import dev.sendonce.activity.DeliveryActivities;
import dev.sendonce.activity.LedgerActivities;
import dev.sendonce.activity.ScheduleActivities;
import dev.sendonce.activity.VerificationActivities;
import dev.sendonce.send.SendView;
import io.temporal.activity.ActivityCancellationType;
import io.temporal.activity.ActivityOptions;
import io.temporal.activity.LocalActivityOptions;
import io.temporal.common.RetryOptions;
import io.temporal.workflow.Async;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import java.time.Duration;

/** How activities are called: the one that speaks SMTP once, all others until they answer. */
final class Calls {
  private static final Duration QUICK_CALL = Duration.ofSeconds(5);
  private static final Duration LEDGER_CALL = Duration.ofSeconds(30);
  private static final Duration SLOW_CALL = Duration.ofMinutes(10);
  private static final Duration SHORTEST_QUEUE = Duration.ofSeconds(1);
  private static final Duration LONGEST_QUEUE = Duration.ofHours(1);
  private static final RetryOptions FOR_EVER =
      RetryOptions.newBuilder()
          .setInitialInterval(Duration.ofMillis(500))
          .setBackoffCoefficient(2)
          .setMaximumInterval(Duration.ofSeconds(30))
          .build();
  private static final RetryOptions NEVER = RetryOptions.newBuilder().setMaximumAttempts(1).build();

  private Calls() {}

  static LedgerActivities ledger(String summary) {
    return Workflow.newActivityStub(LedgerActivities.class, control(LEDGER_CALL, summary));
  }

  /**
   * The first look of a run, tried once as a local activity: it only reads, so that running it
   * twice is nothing, and it spares almost every send a round trip through Temporal. Nothing that
   * writes is ever local.
   */
  static SendView quickLook(String key) {
    LocalActivityOptions options =
        LocalActivityOptions.newBuilder()
            .setStartToCloseTimeout(QUICK_CALL)
            .setRetryOptions(NEVER)
            .setSummary("look at the ledger")
            .build();
    return Workflow.newLocalActivityStub(LedgerActivities.class, options).view(key);
  }

  /** For the work after acceptance, which may take its time. */
  static LedgerActivities slowLedger(SendView view, String summary) {
    return Workflow.newActivityStub(LedgerActivities.class, slow(view, summary));
  }

  static VerificationActivities verification(SendView view, String summary) {
    return Workflow.newActivityStub(VerificationActivities.class, slow(view, summary));
  }

  /** It may take minutes, but the death of its worker is noticed as soon as that of a delivery. */
  private static ActivityOptions slow(SendView view, String summary) {
    return control(SLOW_CALL, summary).toBuilder()
        .setHeartbeatTimeout(view.heartbeatTimeout())
        .build();
  }

  static ScheduleActivities schedule(String summary) {
    return Workflow.newActivityStub(ScheduleActivities.class, control(LEDGER_CALL, summary));
  }

  private static ActivityOptions control(Duration startToClose, String summary) {
    return ActivityOptions.newBuilder()
        .setTaskQueue(TaskQueues.CONTROL)
        .setStartToCloseTimeout(startToClose)
        .setRetryOptions(FOR_EVER)
        .setSummary(summary)
        .build();
  }

  /**
   * Starts the attempt. There is no schedule-to-close time-out, so that "nobody took it from the
   * queue" (nothing was sent) and "nobody reported" stay apart. A cancellation takes it from the
   * queue, but never abandons one that has started.
   *
   * @param remaining until the send expires
   */
  static Promise<Delivery> deliver(SendView view, int attempt, Duration remaining) {
    ActivityOptions options =
        ActivityOptions.newBuilder()
            .setTaskQueue(TaskQueues.relay(view.relay()))
            .setScheduleToStartTimeout(queueLimit(remaining))
            .setStartToCloseTimeout(view.deliveryTimeout())
            .setHeartbeatTimeout(view.heartbeatTimeout())
            .setRetryOptions(NEVER)
            .setCancellationType(ActivityCancellationType.WAIT_CANCELLATION_COMPLETED)
            .setDisableEagerExecution(true)
            .setSummary("attempt " + attempt + " via " + view.relay() + ", never repeated")
            .build();
    DeliveryActivities stub = Workflow.newActivityStub(DeliveryActivities.class, options);
    return Async.function(stub::deliver, view.key(), attempt);
  }

  private static Duration queueLimit(Duration remaining) {
    if (remaining.compareTo(SHORTEST_QUEUE) < 0) {
      return SHORTEST_QUEUE;
    }
    return remaining.compareTo(LONGEST_QUEUE) < 0 ? remaining : LONGEST_QUEUE;
  }
}
