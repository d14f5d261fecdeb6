package dev.sendonce.workflow;

import dev.sendonce.activity.ResolveOrder;
import dev.sendonce.send.SendView;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.UpdateMethod;
import io.temporal.workflow.UpdateValidatorMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.util.List;

/**
 * Keeps one send alive until it is {@code sent} or {@code not_sent}; its workflow ID is the key.
 *
 * <p>It completes for every business outcome; failing is for bugs. It decides nothing that matters
 * for safety: the ledger does, so two of these for one key, a reset or a lost one do no harm.
 *
 * <p>Orders are answered with a sentence, or refused with an {@code ApplicationFailure} that says
 * what is wrong and what to do.
 */
@WorkflowInterface
public interface SendWorkflow {
  /** Returns when the send is finished. */
  @WorkflowMethod
  SendResult send(SendRequest request);

  /** A person's decision about an uncertain send; actor, note and epoch are mandatory. */
  @UpdateMethod(description = "Decide an uncertain send: sent, not_sent or resend")
  String resolve(ResolveOrder order);

  /** Refuses what cannot be right before it enters the history. */
  @UpdateValidatorMethod(updateName = "resolve")
  void validateResolve(ResolveOrder order);

  /** Holds back what was not handed over yet. */
  @UpdateMethod(description = "Cancel a send that was not handed over yet")
  String cancel(Orders.Cancel order);

  /** Refuses what cannot be right before it enters the history. */
  @UpdateValidatorMethod(updateName = "cancel")
  void validateCancel(Orders.Cancel order);

  /** Moves a prepared send to another time. */
  @UpdateMethod(description = "Change when a prepared send goes")
  String reschedule(Orders.Reschedule order);

  /** Refuses what cannot be right before it enters the history. */
  @UpdateValidatorMethod(updateName = "reschedule")
  void validateReschedule(Orders.Reschedule order);

  /** Makes a proven non-acceptance due now. */
  @UpdateMethod(description = "Retry a proven non-acceptance now")
  String retryNow(Orders.RetryNow order);

  /** Refuses what cannot be right before it enters the history. */
  @UpdateValidatorMethod(updateName = "retryNow")
  void validateRetryNow(Orders.RetryNow order);

  /** An extra look for evidence; the schedule of probes goes on as before. */
  @UpdateMethod(description = "Look for evidence now")
  String verifyNow();

  /** Refuses what cannot be right before it enters the history. */
  @UpdateValidatorMethod(updateName = "verifyNow")
  void validateVerifyNow();

  /** The send as this workflow knows it; null before its first look at the ledger. */
  @QueryMethod(description = "The send: state, cause, times, links")
  SendView status();

  /** What this run saw happen, oldest first; the complete story is in the REST API. */
  @QueryMethod(description = "What happened, one line each")
  List<String> timeline();

  /** Says that the ledger row changed. */
  @SignalMethod(description = "The ledger row changed")
  void wake();
}
