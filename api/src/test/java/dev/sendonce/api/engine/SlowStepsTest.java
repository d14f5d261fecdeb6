package dev.sendonce.api.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.activity.LedgerActivities;
import dev.sendonce.send.AttemptResult;
import dev.sendonce.send.Outcome;
import dev.sendonce.send.RcptReply;
import dev.sendonce.send.Reply;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendState;
import io.temporal.activity.ActivityOptions;
import io.temporal.testing.TestActivityEnvironment;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.testing.TestWorkflowExtension;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Steps that may take minutes show that their worker lives, so that its death is soon noticed. */
class SlowStepsTest {
  @RegisterExtension static final TestWorkflowExtension TEMPORAL = Scene.extension();

  @Test
  void theWorkAfterAcceptanceBeatsWhileItLasts(TestWorkflowEnvironment temporal) {
    CountDownLatch beats = new CountDownLatch(3);
    TestActivityEnvironment activities = TestActivityEnvironment.newInstance();
    try (Scene scene = new Scene(temporal)) {
      Send send = accepted(scene);
      scene.slowWork(work -> Optional.of("heard " + beaten(beats)));
      activities.setActivityHeartbeatListener(Void.class, beat -> beats.countDown());
      activities.registerActivitiesImplementations(scene.activities().ledger());
      LedgerActivities ledger =
          activities.newActivityStub(
              LedgerActivities.class,
              ActivityOptions.newBuilder()
                  .setStartToCloseTimeout(Duration.ofMinutes(10))
                  .setHeartbeatTimeout(Duration.ofMillis(300))
                  .build());

      assertThat(ledger.finish(send.key().value()).state()).isEqualTo(SendState.SENT);

      assertThat(scene.find(send.key()).timeline())
          .last()
          .satisfies(entry -> assertThat(entry.detail()).isEqualTo("heard true"));
    } finally {
      activities.close();
    }
  }

  private static boolean beaten(CountDownLatch beats) {
    try {
      return beats.await(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static Send accepted(Scene scene) {
    Send send = scene.accept();
    Instant deadline = scene.clock().instant().plus(Duration.ofMinutes(20));
    List<RcptReply> taken =
        List.of(new RcptReply(0, RcptReply.Verdict.TAKEN, Reply.of(250, "2.1.5 Ok")));
    scene.ledger().openAttempt(send.key(), 1, "token", deadline, "node-1", Map.of());
    scene.ledger().markEndOfData(send.key(), 1, "token", taken);
    Outcome outcome = new Outcome.Accepted(Reply.of(250, "2.0.0 Ok"), "4jcz");
    scene.ledger().recordOutcome(send.key(), 1, "token", new AttemptResult(outcome, taken), null);
    return send;
  }
}
