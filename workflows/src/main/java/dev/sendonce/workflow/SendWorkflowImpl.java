package dev.sendonce.workflow;

import dev.sendonce.activity.OrderResult;
import dev.sendonce.activity.ResolveOrder;
import dev.sendonce.send.SendView;
import io.temporal.failure.ApplicationFailure;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Functions;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import java.util.List;

/**
 * The surface of a send's workflow. The work is in {@link SendLoop}, in a detached scope:
 * Temporal's cancellation is a request that the ledger decides about, and never cuts a delivery or
 * a verification short.
 */
public final class SendWorkflowImpl implements SendWorkflow {
  private final Sight sight;

  /** Runs before any handler, so that none sees a half-made workflow. */
  @WorkflowInit
  public SendWorkflowImpl(SendRequest request) {
    this.sight = new Sight(request.key());
  }

  @Override
  public SendResult send(SendRequest request) {
    if (!Workflow.getInfo().getWorkflowId().equals(request.key())) {
      throw ApplicationFailure.newNonRetryableFailure(
          "The workflow ID of a send is its key; nothing was done.", "WrongWorkflowId");
    }
    sight.listenTo(CancellationScope.current().getCancellationRequest());
    Workflow.newDetachedCancellationScope(new SendLoop(sight)::untilFinished).run();
    SendView end = sight.view();
    return new SendResult(end.state(), end.reason(), end.epoch(), end.story());
  }

  @Override
  public String resolve(ResolveOrder order) {
    return order(() -> Calls.ledger("a person's decision").resolve(sight.key(), order, orderId()));
  }

  @Override
  public void validateResolve(ResolveOrder order) {
    OrderChecks.resolve(sight.view(), order);
  }

  @Override
  public String cancel(Orders.Cancel order) {
    String actor = Orders.actor(order == null ? null : order.actor());
    String note = order == null ? null : order.note();
    return order(() -> Calls.ledger("cancel").cancel(sight.key(), actor, note));
  }

  @Override
  public void validateCancel(Orders.Cancel order) {
    OrderChecks.cancel(sight.view());
  }

  @Override
  public String reschedule(Orders.Reschedule order) {
    String actor = Orders.actor(order.actor());
    return order(() -> Calls.ledger("reschedule").reschedule(sight.key(), order.sendAt(), actor));
  }

  @Override
  public void validateReschedule(Orders.Reschedule order) {
    OrderChecks.reschedule(sight.view(), order);
  }

  @Override
  public String retryNow(Orders.RetryNow order) {
    String actor = Orders.actor(order == null ? null : order.actor());
    return order(() -> Calls.ledger("retry now").retryNow(sight.key(), actor));
  }

  @Override
  public void validateRetryNow(Orders.RetryNow order) {
    OrderChecks.retryNow(sight.view());
  }

  @Override
  public String verifyNow() {
    detached(
        () -> {
          int attempt = sight.view().epoch();
          sight.see(
              Calls.verification(sight.view(), "extra look for evidence")
                  .verify(sight.key(), attempt, false));
        });
    return sight.view().state().wire() + ": " + sight.view().story();
  }

  @Override
  public void validateVerifyNow() {
    OrderChecks.verifyNow(sight.view());
  }

  @Override
  public SendView status() {
    return sight.view();
  }

  @Override
  public List<String> timeline() {
    return sight.lines();
  }

  @Override
  public void wake() {
    sight.wake();
  }

  /** A repeated or re-applied update carries the same id, and the ledger applies it once. */
  private static String orderId() {
    return "update:" + Workflow.getCurrentUpdateInfo().orElseThrow().getUpdateId();
  }

  private String order(Functions.Func<OrderResult> call) {
    Answer answer = new Answer();
    detached(
        () -> {
          answer.result = call.apply();
          sight.see(answer.result.view());
        });
    if (!answer.result.applied()) {
      throw OrderChecks.refusal(answer.result.message());
    }
    return answer.result.message();
  }

  private static void detached(Functions.Proc work) {
    Workflow.newDetachedCancellationScope(work::apply).run();
  }

  private static final class Answer {
    private OrderResult result;
  }
}
