package dev.sendonce.api.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.temporal.client.WorkflowOptions;
import io.temporal.client.schedules.Schedule;
import io.temporal.client.schedules.ScheduleActionStartWorkflow;
import io.temporal.client.schedules.ScheduleSpec;
import io.temporal.client.schedules.ScheduleState;
import org.junit.jupiter.api.Test;

class ForeignPauseTest {
  @Test
  void leavesAPauseThatSomebodyOrderedInTemporal() {
    Schedule found = schedule(true, "Paused via Temporal UI");

    assertThat(restored(found).isPaused()).isTrue();
    assertThat(restored(found).getNote()).isEqualTo("Paused via Temporal UI");
  }

  /** The guard of another node was frozen, sent it after the end of the pause, and died. */
  @Test
  void endsAPauseOfARowThatSaysSoNoMore() {
    assertThat(restored(schedule(true, "sendonce: wrong figures")).isPaused()).isFalse();
  }

  @Test
  void leavesWhatIsNotPaused() {
    assertThat(restored(schedule(false, "")).isPaused()).isFalse();
  }

  private static ScheduleState restored(Schedule found) {
    return TemporalSchedules.withForeignState(schedule(false, ""), found).getState();
  }

  private static Schedule schedule(boolean paused, String note) {
    return Schedule.newBuilder()
        .setSpec(ScheduleSpec.newBuilder().build())
        .setAction(
            ScheduleActionStartWorkflow.newBuilder()
                .setWorkflowType("any")
                .setOptions(
                    WorkflowOptions.newBuilder().setWorkflowId("any").setTaskQueue("any").build())
                .build())
        .setState(ScheduleState.newBuilder().setPaused(paused).setNote(note).build())
        .build();
  }
}
