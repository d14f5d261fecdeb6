package dev.sendonce.api.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.send.Send;
import dev.sendonce.send.SendState;
import dev.sendonce.smtp.BreakerState;
import dev.sendonce.workflow.SendRequest;
import dev.sendonce.workflow.SendWorkflow;
import dev.sendonce.workflow.TaskQueues;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.testing.TestWorkflowExtension;
import java.time.Duration;
import java.time.Instant;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The sweeper and runs that are not the first of their send. */
class ContinuedSendTest {
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
  void aLetterThatARelayHeldAllNightGoesOutInTheMorning() {
    scene.relay().then(scene.relay()::accept);
    breaker(true);
    Send send = scene.accept();
    scene.start(send);
    continueAsNew(send);
    scene.temporal().sleep(Duration.ofHours(1));

    sweep();
    assertThat(scene.find(send.key()).state()).isEqualTo(SendState.PREPARED);

    breaker(false);
    assertThat(scene.result(send).state()).isEqualTo(SendState.SENT);
  }

  /** Runs that went on before the memo did have none. */
  @Test
  void aRunThatDoesNotSayWhoseItIsParksNoSendThatIsOlder() {
    breaker(true);
    Send send = scene.accept();
    start(SendWorkflow.class.getSimpleName(), send);
    scene.temporal().sleep(Duration.ofHours(1));

    sweep();

    assertThat(scene.find(send.key()).state()).isEqualTo(SendState.PREPARED);
  }

  private void breaker(boolean open) {
    Instant until = scene.clock().instant().plus(Duration.ofHours(3));
    scene
        .relay()
        .breaker(open ? new BreakerState(true, until, "connection refused") : BreakerState.CLOSED);
  }

  /**
   * Fills the history with few, large events. Between two runs the test server knows no workflow to
   * signal.
   */
  private void continueAsNew(Send send) {
    String first = stub(send).describe().getExecution().getRunId();
    String megabyte = "x".repeat(1 << 20);
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .ignoreException(WorkflowNotFoundException.class)
        .until(
            () -> {
              stub(send).signal("wake", megabyte);
              return !stub(send).describe().getExecution().getRunId().equals(first);
            });
  }

  private WorkflowStub stub(Send send) {
    return scene.temporal().getWorkflowClient().newUntypedWorkflowStub(send.key().value());
  }

  private void start(String type, Send send) {
    scene.startWorkers();
    scene
        .temporal()
        .getWorkflowClient()
        .newUntypedWorkflowStub(
            type,
            WorkflowOptions.newBuilder()
                .setWorkflowId(send.key().value())
                .setTaskQueue(TaskQueues.CONTROL)
                .build())
        .start(new SendRequest(send.key().value()));
  }

  private void sweep() {
    new Sweep(
            scene.active(),
            scene.ledger(),
            scene.activities().ledger(),
            scene.engine(),
            new Overdue(scene.activities().views()),
            row -> true,
            scene.clock())
        .run();
  }
}
