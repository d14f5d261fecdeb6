package dev.sendonce.api.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.api.codec.TestCodec;
import dev.sendonce.api.engine.TemporalEngine.Presence;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendState;
import io.temporal.api.enums.v1.WorkflowIdReusePolicy;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.testing.TestWorkflowExtension;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A run whose payloads were encrypted with a key that is lost. */
class UnreadableRunTest {
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
  void costsNobodyElseTheSweepersHelp() {
    scene.relay().then(scene.relay()::accept);
    List<Send> sends =
        Stream.of(scene.accept(), scene.accept())
            .sorted(Comparator.comparing(send -> send.key().value()))
            .toList();
    startUnreadable(sends.get(0));
    scene.temporal().sleep(Duration.ofSeconds(10));

    assertThat(scene.engine().ensureRunning(sends.get(0))).isEqualTo(Presence.UNREADABLE);
    assertThat(sweep().started()).isEqualTo(1);

    scene.startWorkers();
    assertThat(scene.await(sends.get(1), SendState.SENT).key()).isEqualTo(sends.get(1).key());
    assertThat(scene.find(sends.get(0).key()).state()).isEqualTo(SendState.PREPARED);
  }

  private void startUnreadable(Send send) {
    TestWorkflowEnvironment temporal = scene.temporal();
    WorkflowClient encrypting =
        WorkflowClient.newInstance(
            temporal.getWorkflowServiceStubs(),
            WorkflowClientOptions.newBuilder()
                .setNamespace(temporal.getNamespace())
                .setDataConverter(TestCodec.converter())
                .build());
    new WorkflowStarts(encrypting)
        .start(send, WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE);
  }

  private SweepReport sweep() {
    return new Sweep(
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
