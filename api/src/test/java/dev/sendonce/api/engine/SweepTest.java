package dev.sendonce.api.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.activity.ResolveOrder;
import dev.sendonce.ledger.ActiveSends;
import dev.sendonce.ledger.Claim;
import dev.sendonce.send.Decision;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import dev.sendonce.send.SendState;
import dev.sendonce.workflow.SendWorkflow;
import io.temporal.client.WorkflowStub;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.testing.TestWorkflowExtension;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SweepTest {
  @RegisterExtension static final TestWorkflowExtension TEMPORAL = Scene.extension();

  private Scene scene;

  @BeforeEach
  void setUp(TestWorkflowEnvironment temporal) {
    scene = new Scene(temporal);
  }

  @AfterEach
  void tearDown() {
    scene.close();
  }

  @Test
  void startsTheWorkflowOfAnAcceptedSendThatHasNone() {
    scene.relay().then(scene.relay()::accept);
    Send send = scene.accept();
    scene.startWorkers();
    scene.temporal().sleep(Duration.ofSeconds(10));

    assertThat(sweep().run().started()).isEqualTo(1);

    assertThat(scene.result(send).state()).isEqualTo(SendState.SENT);
  }

  @Test
  void doesNotHurryToHelpASendThatIsJustBeingAccepted() {
    scene.accept();
    scene.startWorkers();

    assertThat(sweep().run()).isEqualTo(new SweepReport(0, 0, 0, 0, 1));
  }

  @Test
  void leavesARunningWorkflowAlone() {
    Send send = scene.accept(scene.clock().instant().plus(Duration.ofDays(1)));
    scene.start(send);
    scene.temporal().sleep(Duration.ofMinutes(1));

    assertThat(sweep().run()).isEqualTo(new SweepReport(0, 0, 0, 0, 1));
  }

  /** Nothing here waits: after a terminate the test server sometimes stops skipping time. */
  @Test
  void aTerminatedWorkflowOfAnUnfinishedSendComesBackWithoutSendingAgain() {
    scene.relay().then(scene.relay()::dropAfterDot);
    Send send = scene.accept();
    SendWorkflow workflow = scene.start(send);
    scene.await(send, SendState.CONFIRMING);
    WorkflowStub.fromTyped(workflow).terminate("operator");

    assertThat(laterSweep().run().started()).isEqualTo(1);

    SendWorkflow next =
        scene
            .temporal()
            .getWorkflowClient()
            .newWorkflowStub(SendWorkflow.class, send.key().value());
    next.resolve(new ResolveOrder(Decision.SENT, "ann", "by the log", 1));
    assertThat(scene.result(send).state()).isEqualTo(SendState.SENT);
    assertThat(scene.relay().bodies()).isEqualTo(1);
  }

  @Test
  void manyNodesSweepingAtOnceStartOneRun() {
    Send send = scene.accept(scene.clock().instant().plus(Duration.ofDays(1)));
    scene.startWorkers();
    scene.temporal().sleep(Duration.ofSeconds(10));

    CompletableFuture<SweepReport> first = CompletableFuture.supplyAsync(() -> sweep().run());
    CompletableFuture<SweepReport> second = CompletableFuture.supplyAsync(() -> sweep().run());

    assertThat(first.join().started() + second.join().started()).isEqualTo(1);
    assertThat(scene.find(send.key()).state()).isEqualTo(SendState.PREPARED);
  }

  @Test
  void settlesAnAbandonedAttemptEvenWhileTemporalIsAway() {
    Send send = scene.accept();
    scene.startWorkers();
    Claim claim =
        scene
            .ledger()
            .openAttempt(
                send.key(),
                1,
                "token",
                scene.clock().instant().plus(Duration.ofMinutes(30)),
                "node-0",
                Map.of());
    assertThat(claim).isInstanceOf(Claim.Claimed.class);
    Sweep sweep = sweep(away());

    scene.temporal().sleep(Duration.ofMinutes(30));
    assertThat(sweep.run().settled()).isZero();
    scene.temporal().sleep(Duration.ofMinutes(2));

    assertThat(sweep.run().settled()).isEqualTo(1);
    assertThat(scene.find(send.key()).state()).isEqualTo(SendState.PREPARED);
  }

  @Test
  void wakesAWorkflowThatMissedAChange() {
    scene.relay().then(scene.relay()::accept);
    Send send = scene.accept(scene.clock().instant().plus(Duration.ofDays(30)));
    scene.start(send);
    scene.temporal().sleep(Duration.ofMinutes(1));
    scene.ledger().reschedule(send.key(), scene.clock().instant(), "ann");
    scene.temporal().sleep(Duration.ofMinutes(1));

    assertThat(sweep().run().woken()).isEqualTo(1);

    assertThat(scene.result(send).state()).isEqualTo(SendState.SENT);
    assertThat(scene.find(send.key()).updatedAt())
        .isBefore(send.createdAt().plus(Duration.ofDays(1)));
  }

  @Test
  void takesAFinishedSendOffTheListAndStartsNothingForIt() {
    Send send = finished();
    RemovalList active = new RemovalList(scene.active());

    SweepReport report = sweep(active, scene.engine(), row -> true).run();

    assertThat(report).isEqualTo(new SweepReport(0, 0, 0, 1, 0));
    assertThat(active.removals()).containsEntry(send.key(), Duration.ofMinutes(1));
  }

  @Test
  void keepsAFinishedSendOnTheListUntilItIsPublished() {
    finished();
    RemovalList active = new RemovalList(scene.active());

    assertThat(sweep(active, scene.engine(), row -> false).run().removed()).isZero();
    assertThat(active.removals()).isEmpty();
  }

  @Test
  void keepsAKeyWithoutARowForADayBecauseItsAcceptanceMayBeOnTheWay() {
    scene.startWorkers();
    SendKey key = new SendKey("on-its-way");
    RemovalList active = new RemovalList(scene.active());
    active.add(key);

    sweep(active, scene.engine(), row -> true).run();

    assertThat(active.removals()).containsEntry(key, Duration.ofDays(1));
  }

  private Send finished() {
    scene.relay().then(scene.relay()::accept);
    Send send = scene.accept();
    scene.start(send);
    scene.result(send);
    return send;
  }

  private Sweep sweep() {
    return sweep(scene.engine());
  }

  /** A sweep to which everything has been quiet for a while. */
  private Sweep laterSweep() {
    Clock later = Clock.offset(scene.clock(), Duration.ofSeconds(10));
    return sweep(scene.active(), scene.engine(), row -> true, later);
  }

  private Sweep sweep(TemporalEngine engine) {
    return sweep(scene.active(), engine, row -> true);
  }

  private Sweep sweep(ActiveSends active, TemporalEngine engine, Predicate<Send> published) {
    return sweep(active, engine, published, scene.clock());
  }

  private Sweep sweep(
      ActiveSends active, TemporalEngine engine, Predicate<Send> published, Clock clock) {
    return new Sweep(
        active,
        scene.ledger(),
        scene.activities().ledger(),
        engine,
        new Overdue(scene.activities().views()),
        published,
        clock);
  }

  private static TemporalEngine away() {
    return new TemporalEngine(
        new TemporalConnection(
            new TemporalSettings("127.0.0.1:1", "default", URI.create("http://ui.example"))));
  }
}
