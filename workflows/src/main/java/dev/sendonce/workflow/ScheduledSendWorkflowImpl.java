package dev.sendonce.workflow;

import dev.sendonce.activity.ScheduledFiring;
import io.temporal.failure.ApplicationFailure;
import io.temporal.workflow.Workflow;
import java.time.Instant;
import java.time.OffsetDateTime;

/** One activity, repeated until it answers. */
public final class ScheduledSendWorkflowImpl implements ScheduledSendWorkflow {
  @Override
  public ScheduledFiring fire(ScheduledSendRequest request) {
    OffsetDateTime due = Workflow.getTypedSearchAttributes().get(DUE);
    if (due == null) {
      throw ApplicationFailure.newNonRetryableFailure(
          "Only a schedule starts this; for a letter now use POST /v1/schedules/{id}/trigger.",
          "NotScheduled");
    }
    Instant startedAt = Instant.ofEpochMilli(Workflow.getInfo().getRunStartedTimestampMillis());
    ScheduledFiring firing =
        Calls.schedule("letter due at " + due).fire(request.schedule(), due.toInstant(), startedAt);
    Workflow.setCurrentDetails(details(firing));
    return firing;
  }

  private static String details(ScheduledFiring firing) {
    StringBuilder text = new StringBuilder("## ").append(firing.outcome()).append("\n\n");
    text.append("- **Time of the rule:** ").append(or(firing.scheduledFor(), "none")).append('\n');
    text.append("- **Send:** ").append(or(firing.key(), "none")).append('\n');
    return text.append(or(firing.detail(), "")).append('\n').toString();
  }

  private static String or(String text, String otherwise) {
    return text == null ? otherwise : text;
  }
}
