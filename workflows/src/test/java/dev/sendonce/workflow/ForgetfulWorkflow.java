package dev.sendonce.workflow;

import dev.sendonce.activity.ResolveOrder;
import dev.sendonce.send.SendView;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.List;

/** Decides differently from its first step on: it forgets to look at the ledger. */
public final class ForgetfulWorkflow implements SendWorkflow {
  @Override
  public SendResult send(SendRequest request) {
    Workflow.sleep(Duration.ofHours(1));
    return null;
  }

  @Override
  public String resolve(ResolveOrder order) {
    return "";
  }

  @Override
  public void validateResolve(ResolveOrder order) {}

  @Override
  public String cancel(Orders.Cancel order) {
    return "";
  }

  @Override
  public void validateCancel(Orders.Cancel order) {}

  @Override
  public String reschedule(Orders.Reschedule order) {
    return "";
  }

  @Override
  public void validateReschedule(Orders.Reschedule order) {}

  @Override
  public String retryNow(Orders.RetryNow order) {
    return "";
  }

  @Override
  public void validateRetryNow(Orders.RetryNow order) {}

  @Override
  public String verifyNow() {
    return "";
  }

  @Override
  public void validateVerifyNow() {}

  @Override
  public SendView status() {
    return null;
  }

  @Override
  public List<String> timeline() {
    return List.of();
  }

  @Override
  public void wake() {}
}
