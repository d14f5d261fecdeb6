package dev.sendonce.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sendonce.activity.ScheduleActivities;
import dev.sendonce.activity.ScheduledFiring;
import io.temporal.api.enums.v1.IndexedValueType;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.common.SearchAttributes;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.testing.TestWorkflowExtension;
import io.temporal.testing.WorkflowReplayer;
import io.temporal.worker.NonDeterministicException;
import io.temporal.worker.Worker;
import io.temporal.workflow.Workflow;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;

class ScheduledSendTest {
  @RegisterExtension
  static final TestWorkflowExtension TEMPORAL =
      TestWorkflowExtension.newBuilder()
          .registerSearchAttribute(
              ScheduledSendWorkflow.DUE.getName(), IndexedValueType.INDEXED_VALUE_TYPE_DATETIME)
          .setDoNotStart(true)
          .build();

  private static final String HISTORY = "/schedule-histories/fired.json";
  private static final OffsetDateTime DUE = OffsetDateTime.parse("2027-03-28T01:30:00Z");

  private final Fired fired = new Fired();
  private TestWorkflowEnvironment temporal;

  @BeforeEach
  void setUp(TestWorkflowEnvironment environment) {
    temporal = environment;
    Worker worker = temporal.newWorker(TaskQueues.CONTROL);
    worker.registerWorkflowImplementationTypes(ScheduledSendWorkflowImpl.class);
    worker.registerActivitiesImplementations(fired);
    temporal.start();
  }

  @Test
  void carriesTheTimeThatTemporalFiredFor() {
    Instant before = Instant.ofEpochMilli(temporal.currentTimeMillis());

    assertThat(result(start(DUE))).isEqualTo(fired.answer());

    assertThat(fired.calls).containsExactly("daily-report 2027-03-28T01:30:00Z");
    assertThat(fired.started.get(0)).isBetween(before.minusSeconds(1), before.plusSeconds(60));
  }

  @Test
  void asksAgainUntilThereIsAnAnswerAndWithTheSameTimes() {
    fired.failures = 20;

    result(start(DUE));

    assertThat(fired.calls).hasSize(21).containsOnly("daily-report 2027-03-28T01:30:00Z");
    assertThat(fired.started).hasSize(21).containsOnly(fired.started.get(0));
  }

  @Test
  void doesNothingWhenNoScheduleStartedIt() {
    WorkflowStub stub = start(null);

    assertThatThrownBy(() -> result(stub)).hasStackTraceContaining("Only a schedule starts this");
    assertThat(fired.calls).isEmpty();
  }

  @Test
  void replaysAFiringOfAnOlderVersion() {
    assertThatCode(() -> replay(ScheduledSendWorkflowImpl.class)).doesNotThrowAnyException();
  }

  /** The twin: the check can fail. */
  @Test
  void noticesAChangedDecision() {
    assertThatThrownBy(() -> replay(Hesitant.class))
        .hasStackTraceContaining(NonDeterministicException.class.getSimpleName());
  }

  @Test
  @EnabledIfSystemProperty(named = "record.histories", matches = ".+")
  void record() throws Exception {
    result(start(DUE));

    WorkflowExecutionHistory history =
        temporal.getWorkflowClient().fetchHistory("schedule|daily-report");
    Files.writeString(
        Path.of(System.getProperty("record.histories")).resolve("fired.json"),
        history.toJson(true).replaceAll("\"identity\": \"[^\"]*\"", "\"identity\": \"worker\""));
  }

  private WorkflowStub start(OffsetDateTime due) {
    WorkflowOptions.Builder options =
        WorkflowOptions.newBuilder()
            .setWorkflowId("schedule|daily-report")
            .setTaskQueue(TaskQueues.CONTROL);
    if (due != null) {
      options.setTypedSearchAttributes(
          SearchAttributes.newBuilder().set(ScheduledSendWorkflow.DUE, due).build());
    }
    ScheduledSendWorkflow workflow =
        temporal.getWorkflowClient().newWorkflowStub(ScheduledSendWorkflow.class, options.build());
    WorkflowClient.start(workflow::fire, new ScheduledSendRequest("daily-report"));
    return WorkflowStub.fromTyped(workflow);
  }

  private static ScheduledFiring result(WorkflowStub stub) {
    return stub.getResult(ScheduledFiring.class);
  }

  private static void replay(Class<?> implementation) throws Exception {
    String json =
        Files.readString(
            Path.of(ScheduledSendTest.class.getResource(HISTORY).toURI()), StandardCharsets.UTF_8);
    WorkflowReplayer.replayWorkflowExecution(
        WorkflowExecutionHistory.fromJson(json, "schedule|daily-report"), implementation);
  }

  /** Waits before it does anything. */
  public static final class Hesitant implements ScheduledSendWorkflow {
    @Override
    public ScheduledFiring fire(ScheduledSendRequest request) {
      Workflow.sleep(Duration.ofHours(1));
      return null;
    }
  }

  /** Notes what it is asked. */
  private static final class Fired implements ScheduleActivities {
    private final List<String> calls = new ArrayList<>();
    private final List<Instant> started = new ArrayList<>();
    private int failures;

    private ScheduledFiring answer() {
      return new ScheduledFiring(
          "daily-report/2027-03-28T02:30", "2027-03-28T02:30", "accepted", null);
    }

    @Override
    public synchronized ScheduledFiring fire(String schedule, Instant due, Instant startedAt) {
      calls.add(schedule + " " + due);
      started.add(startedAt);
      if (failures-- > 0) {
        throw new IllegalStateException("the ledger is down");
      }
      return answer();
    }
  }
}
