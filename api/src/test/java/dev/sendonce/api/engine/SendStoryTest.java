package dev.sendonce.api.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.activity.TestRelay;
import dev.sendonce.evidence.ProbeReport.Verdict;
import dev.sendonce.send.Reason;
import dev.sendonce.send.RecipientOutcome;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendState;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.testing.TestWorkflowExtension;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Whole sends, from acceptance to their end, in skipped time. */
class SendStoryTest {
  @RegisterExtension static final TestWorkflowExtension TEMPORAL = Scene.extension();

  private Scene scene;
  private TestRelay relay;

  @BeforeEach
  void setUp(TestWorkflowEnvironment temporal) {
    scene = new Scene(temporal);
    relay = scene.relay();
  }

  @AfterEach
  void tearDown() {
    scene.close();
  }

  @Test
  void isSentWhenTheRelayAccepts() {
    relay.then(relay::accept);
    Send send = scene.accept();

    scene.start(send);

    assertThat(scene.result(send).state()).isEqualTo(SendState.SENT);
    Send row = scene.find(send.key());
    assertThat(row.state()).isEqualTo(SendState.SENT);
    assertThat(row.attempts()).hasSize(1);
    assertThat(row.attempts().get(0).queueId()).isEqualTo("4jcz");
    assertThat(row.attempts().get(0).baseline()).containsEntry("imap", "uidnext=1");
    assertThat(relay.bodies()).isEqualTo(1);
  }

  @Test
  void isNotSentWhenTheRelayRefuses() {
    relay.then(relay::refuse);
    Send send = scene.accept();

    scene.start(send);

    assertThat(scene.result(send).reason()).isEqualTo(Reason.REJECTED);
    assertThat(relay.bodies()).isZero();
  }

  @Test
  void isSentByTheThirdAttemptAfterTwoHoursOfBackOff() {
    relay.then(relay::defer).then(relay::defer).then(relay::accept);
    Send send = scene.accept();
    Instant accepted = scene.clock().instant();

    scene.start(send);

    assertThat(scene.result(send).attempts()).isEqualTo(3);
    Send row = scene.find(send.key());
    assertThat(Duration.between(accepted, row.updatedAt()))
        .isBetween(Duration.ofHours(2), Duration.ofHours(4));
    assertThat(relay.bodies()).isEqualTo(1);
  }

  @Test
  void goesOutInThirtyDays() {
    relay.then(relay::accept);
    Instant due = scene.clock().instant().plus(Duration.ofDays(30));
    Send send = scene.accept(due);

    scene.start(send);

    assertThat(scene.result(send).state()).isEqualTo(SendState.SENT);
    assertThat(scene.find(send.key()).attempts().get(0).openedAt()).isAfterOrEqualTo(due);
  }

  @Test
  void expiresWhenTheRelayDefersForADay() {
    for (int i = 0; i < 50; i++) {
      relay.then(relay::defer);
    }
    Send send = scene.accept();

    scene.start(send);

    assertThat(scene.result(send).reason()).isEqualTo(Reason.EXPIRED);
    Send row = scene.find(send.key());
    assertThat(row.recipients().get(0).outcome()).isEqualTo(RecipientOutcome.EXPIRED);
    assertThat(row.attempts().size()).isBetween(5, 12);
  }

  @Test
  void takesAllProbesAndThenWaitsForAPerson() {
    relay.then(relay::dropAfterDot);
    Send send = scene.accept();

    scene.start(send);
    scene.temporal().sleep(Duration.ofHours(7));

    Send row = scene.await(send, SendState.UNCONFIRMED);
    assertThat(row.probes()).isEqualTo(Scene.PROBES.size());
    assertThat(scene.evidence().asked()).hasSize(Scene.PROBES.size());
    assertThat(row.timeline())
        .filteredOn(entry -> entry.cause().equals("probe"))
        .hasSize(2 * Scene.PROBES.size())
        .allMatch(entry -> entry.detail().contains("the Message-ID"))
        .allMatch(entry -> entry.detail().contains("nothing found, which proves nothing"));
    assertThat(relay.bodies()).isEqualTo(1);
  }

  @Test
  void isSentByEvidence() {
    relay.then(relay::dropAfterDot);
    scene.evidence().then(Verdict.NOTHING).then(Verdict.ACCEPTED);
    Send send = scene.accept();

    scene.start(send);

    assertThat(scene.result(send).state()).isEqualTo(SendState.SENT);
    Send row = scene.find(send.key());
    assertThat(row.evidence()).hasSize(1);
    assertThat(row.evidence().get(0).source()).isEqualTo("imap");
    assertThat(relay.bodies()).isEqualTo(1);
  }

  @Test
  void isRetriedWhenTheRelaysOwnRecordProvesThatItWasNotTaken() {
    relay.then(relay::dropAfterDot).then(relay::accept);
    scene.secondEvidence().then(Verdict.NOT_ACCEPTED);
    Send send = scene.accept();

    scene.start(send);

    assertThat(scene.result(send).attempts()).isEqualTo(2);
    assertThat(scene.find(send.key()).state()).isEqualTo(SendState.SENT);
  }

  @Test
  void believesThePositiveOfTwoContradictingSourcesAndShowsTheOther() {
    relay.then(relay::dropAfterDot);
    scene.evidence().then(Verdict.ACCEPTED);
    scene.secondEvidence().then(Verdict.NOT_ACCEPTED);
    Send send = scene.accept();

    scene.start(send);

    assertThat(scene.result(send).state()).isEqualTo(SendState.SENT);
    assertThat(scene.find(send.key()).evidence())
        .anyMatch(entry -> entry.source().equals("log") && entry.contradicts());
    assertThat(relay.bodies()).isEqualTo(1);
  }

  @Test
  void aSourceThatFailedIsNotASourceThatFoundNothing() {
    relay.then(relay::dropAfterDot);
    scene.evidence().then(Verdict.FAILED);
    Send send = scene.accept();

    scene.start(send);
    scene.temporal().sleep(Duration.ofSeconds(30));

    Send row = scene.await(send, r -> r.probes() == 1);
    assertThat(row.timeline())
        .filteredOn(entry -> entry.cause().equals("probe"))
        .extracting(Send.TimelineEntry::detail)
        .anyMatch(line -> line.startsWith("imap") && line.contains("could not be asked"))
        .anyMatch(line -> line.startsWith("log") && line.contains("nothing found"));
  }
}
