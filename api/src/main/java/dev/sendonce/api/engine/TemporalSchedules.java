package dev.sendonce.api.engine;

import dev.sendonce.schedule.Pauses.Pause;
import dev.sendonce.workflow.ScheduledSendRequest;
import dev.sendonce.workflow.ScheduledSendWorkflow;
import dev.sendonce.workflow.TaskQueues;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.enums.v1.ScheduleOverlapPolicy;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.schedules.Schedule;
import io.temporal.client.schedules.ScheduleActionStartWorkflow;
import io.temporal.client.schedules.ScheduleAlreadyRunningException;
import io.temporal.client.schedules.ScheduleClient;
import io.temporal.client.schedules.ScheduleException;
import io.temporal.client.schedules.ScheduleHandle;
import io.temporal.client.schedules.ScheduleOptions;
import io.temporal.client.schedules.SchedulePolicy;
import io.temporal.client.schedules.ScheduleState;
import io.temporal.client.schedules.ScheduleUpdate;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.function.BinaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Temporal behind {@link ScheduleEngine}. Every firing is let through: overlaps are decided from
 * the ledger, where it is known whether a letter is finished. Thread-safe.
 */
public final class TemporalSchedules implements ScheduleEngine {
  private static final Logger LOG = LoggerFactory.getLogger(TemporalSchedules.class);

  /** Temporal adds the time; the bar stands in no key, so that no send can have such an ID. */
  private static final String WORKFLOW_ID = "schedule|";

  /** By which a pause that a row ordered is known from one that was ordered in Temporal. */
  private static final String NOTE = "sendonce: ";

  private final ScheduleClient client;
  private final TemporalSettings settings;
  private final Clock clock;
  private final Reachability reachability = new Reachability(System::nanoTime);

  public TemporalSchedules(TemporalConnection connection, Clock clock) {
    this.client = connection.schedules();
    this.settings = connection.settings();
    this.clock = clock;
  }

  @Override
  public Answer apply(dev.sendonce.schedule.Schedule row) {
    return attempt(row, (wanted, found) -> wanted);
  }

  @Override
  public Answer restore(dev.sendonce.schedule.Schedule row) {
    return attempt(row, TemporalSchedules::withForeignState);
  }

  /** What somebody did in Temporal itself has a note of theirs. */
  static Schedule withForeignState(Schedule wanted, Schedule found) {
    ScheduleState state = found.getState();
    boolean ours = state.isPaused() && state.getNote().startsWith(NOTE);
    return ours ? wanted : Schedule.newBuilder(wanted).setState(state).build();
  }

  private Answer attempt(
      dev.sendonce.schedule.Schedule row, BinaryOperator<Schedule> wantedAndFound) {
    return attempt(
        row.id(),
        () -> {
          Schedule wanted = schedule(row);
          try {
            client.createSchedule(row.id(), wanted, ScheduleOptions.newBuilder().build());
          } catch (ScheduleAlreadyRunningException e) {
            update(client.getHandle(row.id()), wanted, wantedAndFound);
          }
        });
  }

  /** An update makes Temporal forget what it has to catch up with: there is none without need. */
  private static void update(
      ScheduleHandle handle, Schedule wanted, BinaryOperator<Schedule> wantedAndFound) {
    Schedule found = handle.describe().getSchedule();
    Schedule next = wantedAndFound.apply(wanted, found);
    if (!ScheduleContents.of(found).equals(ScheduleContents.of(next))) {
      handle.update(input -> new ScheduleUpdate(next));
    }
  }

  @Override
  public Answer remove(String id) {
    return attempt(id, () -> client.getHandle(id).delete());
  }

  private Schedule schedule(dev.sendonce.schedule.Schedule row) {
    Pause pause = row.pause();
    return Schedule.newBuilder()
        .setSpec(ScheduleSpecs.of(row, clock.instant()))
        .setAction(
            ScheduleActionStartWorkflow.newBuilder()
                .setWorkflowType(ScheduledSendWorkflow.class)
                .setArguments(new ScheduledSendRequest(row.id()))
                .setOptions(
                    WorkflowOptions.newBuilder()
                        .setWorkflowId(WORKFLOW_ID + row.id())
                        .setTaskQueue(TaskQueues.CONTROL)
                        .build())
                .build())
        .setPolicy(
            SchedulePolicy.newBuilder()
                .setOverlap(ScheduleOverlapPolicy.SCHEDULE_OVERLAP_POLICY_ALLOW_ALL)
                .setCatchupWindow(row.terms().catchUp())
                .build())
        .setState(
            ScheduleState.newBuilder()
                .setPaused(pause != null)
                .setNote(pause == null ? "" : NOTE + pause.reason())
                .build())
        .build();
  }

  private Answer attempt(String id, Runnable call) {
    if (reachability.isResting()) {
      return Answer.UNREACHABLE;
    }
    try {
      call.run();
      reachability.succeeded();
      return Answer.DONE;
    } catch (ScheduleException | StatusRuntimeException e) {
      return failed(id, e);
    }
  }

  private Answer failed(String id, RuntimeException e) {
    Status.Code code = Status.fromThrowable(e).getCode();
    if (code == Status.Code.NOT_FOUND) {
      reachability.succeeded();
      return Answer.DONE;
    }
    if (code == Status.Code.INVALID_ARGUMENT) {
      LOG.warn("Temporal refused schedule {}: {}", id, Status.fromThrowable(e).getDescription());
      return Answer.REFUSED;
    }
    reachability.failed();
    LOG.warn("Temporal did not answer (schedule {}): {}", id, code);
    return Answer.UNREACHABLE;
  }

  @Override
  public URI uiLink(String id) {
    String segment = URLEncoder.encode(id, StandardCharsets.UTF_8);
    return URI.create(
        settings.ui() + "/namespaces/" + settings.namespace() + "/schedules/" + segment);
  }
}
