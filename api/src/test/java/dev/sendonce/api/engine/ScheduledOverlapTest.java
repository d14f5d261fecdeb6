package dev.sendonce.api.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.activity.ScheduledFiring;
import dev.sendonce.intake.ContentGuard;
import dev.sendonce.intake.Intake;
import dev.sendonce.intake.IntakeSettings;
import dev.sendonce.intake.Limits;
import dev.sendonce.intake.ReferenceNumbers;
import dev.sendonce.intake.Submitter;
import dev.sendonce.message.SamePersonRules;
import dev.sendonce.schedule.CronRule;
import dev.sendonce.schedule.Overlap;
import dev.sendonce.schedule.Schedule;
import dev.sendonce.schedule.ScheduledLetters;
import dev.sendonce.schedule.Schedules;
import dev.sendonce.schedule.Timetable;
import dev.sendonce.schedule.Timetable.Nominal;
import dev.sendonce.send.Decision;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import dev.sendonce.send.SendState;
import dev.sendonce.workflow.ScheduledSendRequest;
import dev.sendonce.workflow.ScheduledSendWorkflow;
import dev.sendonce.workflow.ScheduledSendWorkflowImpl;
import dev.sendonce.workflow.SendAttributes;
import dev.sendonce.workflow.TaskQueues;
import io.temporal.api.enums.v1.IndexedValueType;
import io.temporal.api.enums.v1.WorkflowIdReusePolicy;
import io.temporal.client.WorkflowOptions;
import io.temporal.common.SearchAttributes;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.testing.TestWorkflowExtension;
import io.temporal.worker.Worker;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Firings, sends and their workflows together, in skipped time. Temporal's test server has no
 * schedules; the test starts each firing as a schedule would.
 */
class ScheduledOverlapTest {
  @RegisterExtension
  static final TestWorkflowExtension TEMPORAL =
      TestWorkflowExtension.newBuilder()
          .registerSearchAttribute(
              ScheduledSendWorkflow.DUE.getName(), IndexedValueType.INDEXED_VALUE_TYPE_DATETIME)
          .registerSearchAttribute(
              SendAttributes.STATE.getName(), IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD)
          .registerSearchAttribute(
              SendAttributes.REASON.getName(), IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD)
          .registerSearchAttribute(
              SendAttributes.CLIENT.getName(), IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD)
          .registerSearchAttribute(
              SendAttributes.BATCH.getName(), IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD)
          .registerSearchAttribute(
              SendAttributes.STUCK_SINCE.getName(), IndexedValueType.INDEXED_VALUE_TYPE_DATETIME)
          .setDoNotStart(true)
          .build();

  private static final String TEMPLATE =
      "{\"from\":\"reports@example.com\",\"to\":[\"ann@example.org\"],\"text\":\"Figures\"}";

  private Scene scene;
  private Schedules schedules;
  private Timetable timetable;

  @BeforeEach
  void setUp(TestWorkflowEnvironment temporal) {
    scene = new Scene(temporal);
    schedules = new Schedules(scene.database(), scene.clock());
    Worker control = temporal.getWorkerFactory().getWorker(TaskQueues.CONTROL);
    control.registerWorkflowImplementationTypes(ScheduledSendWorkflowImpl.class);
    control.registerActivitiesImplementations(letters());
    scene.startWorkers();
  }

  @AfterEach
  void tearDown() {
    scene.close();
  }

  @Test
  void forbidsTheNextLetterUntilAPersonHasDecidedAboutAnUncertainOne() {
    schedule(Overlap.FORBID);
    scene.relay().then(scene.relay()::dropAfterDot);
    ScheduledFiring first = fireNext();
    scene.await(send(first), SendState.CONFIRMING);
    scene.temporal().sleep(Duration.ofHours(7));
    scene.await(send(first), SendState.UNCONFIRMED);

    ScheduledFiring second = fireNext();
    scene.ledger().resolve(send(first).key(), 1, "order", Decision.SENT, "ann", "it arrived");
    scene.engine().wake(send(first).key());
    scene.await(send(first), SendState.SENT);
    scene.relay().then(scene.relay()::accept);
    ScheduledFiring third = fireNext();

    assertThat(second.outcome()).isEqualTo("skipped");
    assertThat(scene.ledger().find(new SendKey(second.key()))).isEmpty();
    assertThat(third.outcome()).isEqualTo("accepted");
    assertThat(scene.result(send(third)).state()).isEqualTo(SendState.SENT);
    assertThat(scene.relay().bodies()).isEqualTo(2);
  }

  @Test
  void replacesALetterThatIsStillTried() {
    schedule(Overlap.REPLACE);
    scene.relay().then(scene.relay()::defer);
    ScheduledFiring first = fireNext();
    scene.await(send(first), row -> row.epoch() == 1 && row.state() == SendState.PREPARED);

    scene.relay().then(scene.relay()::accept);
    ScheduledFiring second = fireNext();

    assertThat(scene.result(send(second)).state()).isEqualTo(SendState.SENT);
    assertThat(scene.result(send(first)).state()).isEqualTo(SendState.NOT_SENT);
    assertThat(scene.relay().bodies()).isEqualTo(1);
  }

  @Test
  void neverReplacesALetterThatMayHaveBeenHandedOver() {
    schedule(Overlap.REPLACE);
    scene.relay().then(scene.relay()::dropAfterDot);
    ScheduledFiring first = fireNext();
    scene.await(send(first), SendState.CONFIRMING);

    scene.relay().then(scene.relay()::accept);
    ScheduledFiring second = fireNext();

    assertThat(scene.result(send(second)).state()).isEqualTo(SendState.SENT);
    assertThat(send(first).state()).isIn(SendState.CONFIRMING, SendState.UNCONFIRMED);
  }

  @Test
  void allowsLettersBesideEachOther() {
    schedule(Overlap.ALLOW);
    scene.relay().then(scene.relay()::dropAfterDot).then(scene.relay()::accept);
    ScheduledFiring first = fireNext();
    scene.await(send(first), SendState.CONFIRMING);

    ScheduledFiring second = fireNext();

    assertThat(scene.result(send(second)).state()).isEqualTo(SendState.SENT);
  }

  private void schedule(Overlap overlap) {
    Instant now = scene.clock().instant().truncatedTo(ChronoUnit.MILLIS);
    Schedule.Terms terms =
        new Schedule.Terms(
            "reports",
            "key-1",
            new CronRule("*/10 * * * *"),
            ZoneId.of("Europe/Berlin"),
            overlap,
            Duration.ofMinutes(10),
            TEMPLATE);
    schedules.insert(
        Schedule.create("frequent", terms, now).in(Schedule.State.ACTIVE).withApplied(true));
    timetable = schedules.find("frequent").orElseThrow().timetable();
  }

  /** Lets time pass until the next time of the rule, and fires as a Temporal schedule does. */
  private ScheduledFiring fireNext() {
    Instant now = scene.clock().instant();
    Nominal next = timetable.next(now, 1).get(0);
    scene.temporal().sleep(Duration.between(now, next.at().toInstant()).plusSeconds(1));
    ScheduledSendWorkflow workflow =
        scene
            .temporal()
            .getWorkflowClient()
            .newWorkflowStub(
                ScheduledSendWorkflow.class,
                WorkflowOptions.newBuilder()
                    .setWorkflowId("schedule|hourly-" + next.at().toInstant())
                    .setTaskQueue(TaskQueues.CONTROL)
                    .setTypedSearchAttributes(
                        SearchAttributes.newBuilder()
                            .set(ScheduledSendWorkflow.DUE, next.at())
                            .build())
                    .build());
    return workflow.fire(new ScheduledSendRequest("frequent"));
  }

  private Send send(ScheduledFiring firing) {
    return scene.find(new SendKey(firing.key()));
  }

  private ScheduledLetters letters() {
    Intake intake =
        new Intake(
            new IntakeSettings(
                Map.of("default", Duration.ofHours(24)),
                "default",
                Limits.DEFAULT,
                Duration.ofMinutes(10),
                SamePersonRules.NONE,
                Path.of(System.getProperty("java.io.tmpdir"))),
            scene.ledger(),
            scene.messages(),
            new ContentGuard(scene.database(), scene.ledger(), scene.clock()),
            ReferenceNumbers.NONE,
            scene.clock(),
            () -> UUID.randomUUID().toString());
    WorkflowStarts starts = new WorkflowStarts(scene.temporal().getWorkflowClient());
    return new ScheduledLetters(
        schedules,
        scene.ledger(),
        intake::accept,
        send -> starts.start(send, WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE),
        scene.engine()::wake,
        id -> Optional.of(new Submitter("reports", Optional.empty(), List.of(), List.of())),
        scene.clock());
  }
}
