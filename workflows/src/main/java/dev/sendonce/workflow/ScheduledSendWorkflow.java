package dev.sendonce.workflow;

import dev.sendonce.activity.ScheduledFiring;
import io.temporal.common.SearchAttributeKey;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.time.OffsetDateTime;

/**
 * One firing of a Temporal schedule. It only carries the time that Temporal fired for to the
 * schedule's row, where everything is decided: run twice, it makes one send.
 */
@WorkflowInterface
public interface ScheduledSendWorkflow {
  /** Set by Temporal on every run that a schedule starts: the time for which it fired. */
  SearchAttributeKey<OffsetDateTime> DUE =
      SearchAttributeKey.forOffsetDateTime("TemporalScheduledStartTime");

  /** Returns when the firing was dealt with; its send goes on by itself. */
  @WorkflowMethod
  ScheduledFiring fire(ScheduledSendRequest request);
}
