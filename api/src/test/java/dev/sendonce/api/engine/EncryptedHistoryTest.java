package dev.sendonce.api.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sendonce.activity.ResolveOrder;
import dev.sendonce.api.codec.TestCodec;
import dev.sendonce.send.Decision;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendState;
import dev.sendonce.workflow.SendWorkflow;
import io.temporal.api.common.v1.Payload;
import io.temporal.client.WorkflowUpdateException;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.testing.TestWorkflowExtension;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What Temporal can read of a send that had everything: no answer, probes, a refused decision. */
class EncryptedHistoryTest {
  private static final String NOTE = "the clerk looked it up";

  @Nested
  class WithTheCodec {
    @RegisterExtension
    static final TestWorkflowExtension TEMPORAL = Scene.extension(TestCodec.converter());

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
    void temporalReadsNothingButNamesAndSearchAttributes() {
      WorkflowExecutionHistory history = unconfirmedThenDecided(scene);

      HistoryPayloads found = new HistoryPayloads(history.getHistory());
      assertThat(found.payloads()).hasSizeGreaterThan(20).allMatch(WithTheCodec::isEncrypted);
      assertThat(found.failures()).allMatch("Encoded failure"::equals);
      assertThat(history.toJson(false)).doesNotContain(NOTE).doesNotContain("via relay");
    }

    @Test
    void aRunIsStillKnownAsTheOneOfItsSend() {
      scene.relay().then(scene.relay()::accept);
      Send send = scene.accept();
      scene.start(send);
      scene.result(send);

      assertThat(scene.engine().start(send)).isEqualTo(Engine.Start.DONE);
    }

    private static boolean isEncrypted(Payload payload) {
      return payload.getMetadataOrThrow("encoding").toStringUtf8().equals("binary/encrypted");
    }
  }

  /** The twin: the same eyes see everything when nothing is encrypted. */
  @Nested
  class WithoutTheCodec {
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
    void temporalReadsTheNoteAndTheStory() {
      WorkflowExecutionHistory history = unconfirmedThenDecided(scene);

      HistoryPayloads found = new HistoryPayloads(history.getHistory());
      List<String> texts =
          found.payloads().stream().map(payload -> payload.getData().toStringUtf8()).toList();
      assertThat(texts).anyMatch(text -> text.contains(NOTE));
      assertThat(texts).anyMatch(text -> text.contains("via relay"));
    }
  }

  private static WorkflowExecutionHistory unconfirmedThenDecided(Scene scene) {
    scene.relay().then(scene.relay()::dropAfterDot);
    Send send = scene.accept();
    SendWorkflow workflow = scene.start(send);
    scene.await(send, SendState.CONFIRMING);
    scene.temporal().sleep(Duration.ofSeconds(30));
    assertThatThrownBy(() -> workflow.resolve(order(Decision.RESEND)))
        .isInstanceOf(WorkflowUpdateException.class)
        .cause()
        .hasMessageContaining("too-early");
    scene.temporal().sleep(Duration.ofHours(7));
    assertThat(workflow.status().state()).isEqualTo(SendState.UNCONFIRMED);
    workflow.resolve(order(Decision.SENT));
    assertThat(scene.result(send).state()).isEqualTo(SendState.SENT);
    return scene.temporal().getWorkflowClient().fetchHistory(send.key().value());
  }

  private static ResolveOrder order(Decision decision) {
    return new ResolveOrder(decision, "ann", NOTE, 1);
  }
}
