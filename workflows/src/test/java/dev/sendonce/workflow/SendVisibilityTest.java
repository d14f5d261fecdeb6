package dev.sendonce.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sendonce.activity.Delivery;
import dev.sendonce.send.HeldBy;
import dev.sendonce.send.SendState;
import dev.sendonce.send.SendView;
import io.temporal.common.SearchAttributes;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.testing.TestWorkflowExtension;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What an operator sees in Temporal alone. */
class SendVisibilityTest {
  @RegisterExtension static final TestWorkflowExtension TEMPORAL = Stage.extension();

  @Test
  void anUncertainSendCanBeFoundByStateReasonAndTime(TestWorkflowEnvironment temporal) {
    Stage stage = new Stage(temporal).withRelayWorker();
    stage.row().nextDelivery(FakeRow::uncertain);

    SendWorkflow workflow = stage.start();
    SendView view = stage.awaitView(workflow, v -> v.state() == SendState.CONFIRMING);

    SearchAttributes attributes = stage.untyped().describe().getTypedSearchAttributes();
    assertThat(attributes.get(SendAttributes.STATE)).isEqualTo("confirming");
    assertThat(attributes.get(SendAttributes.REASON)).isEqualTo("no_reply");
    assertThat(attributes.get(SendAttributes.CLIENT)).isEqualTo("tests");
    assertThat(attributes.get(SendAttributes.STUCK_SINCE))
        .isEqualTo(view.endOfDataAt().truncatedTo(ChronoUnit.MILLIS).atOffset(ZoneOffset.UTC));
  }

  @Test
  void aSendHeldByItsRelayCanBeFound(TestWorkflowEnvironment temporal) {
    Stage stage = new Stage(temporal).withRelayWorker();
    stage.row().nextDelivery(FakeRow::held);

    SendWorkflow workflow = stage.start();
    stage.awaitView(workflow, view -> stage.row().count("deliver") == 1);
    stage.skip(Duration.ofSeconds(1));

    SearchAttributes attributes = stage.untyped().describe().getTypedSearchAttributes();
    assertThat(attributes.get(SendAttributes.STATE)).isEqualTo("prepared");
    assertThat(attributes.get(SendAttributes.REASON)).isEqualTo("relay");
  }

  @Test
  void aSendHeldByANodeOrItsMessageIsNotFoundAsOneOfTheRelay(TestWorkflowEnvironment temporal) {
    Stage stage = new Stage(temporal).withRelayWorker();
    stage.row().nextDelivery(FakeRow::held).nextDelivery(row -> row.heldBy(HeldBy.NODE));
    stage.row().nextDelivery(row -> row.heldBy(HeldBy.MESSAGE));

    SendWorkflow workflow = stage.start();
    stage.awaitView(workflow, view -> stage.row().count("deliver") == 1);
    for (int tried = 2; tried <= 3; tried++) {
      stage.skip(Duration.ofMinutes(10));
      int now = tried;
      stage.awaitView(workflow, view -> stage.row().count("deliver") == now);
      stage.skip(Duration.ofSeconds(1));
      assertThat(reason(stage)).isNull();
    }
  }

  @Test
  void aSendThatWasHeldByItsRelayIsNotHeldByItAfterAFailure(TestWorkflowEnvironment temporal) {
    Stage stage = new Stage(temporal).withRelayWorker();
    stage.row().nextDelivery(FakeRow::held);
    stage
        .row()
        .nextDelivery(
            row -> {
              row.unclaimed();
              throw new IllegalStateException("a bug");
            });

    SendWorkflow workflow = stage.start();
    stage.awaitView(workflow, view -> stage.row().count("deliver") == 1);
    stage.skip(Duration.ofMinutes(10));
    stage.awaitView(workflow, view -> stage.row().count("settle") > 0);
    await().untilAsserted(() -> assertThat(reason(stage)).isNull());
  }

  private static String reason(Stage stage) {
    return stage.untyped().describe().getTypedSearchAttributes().get(SendAttributes.REASON);
  }

  @Test
  void anOrdinarySendCostsOneUpdateOfItsAttributes(TestWorkflowEnvironment temporal) {
    Stage stage = new Stage(temporal).withRelayWorker();
    stage.row().nextDelivery(FakeRow::accepted);

    stage.start();
    stage.result();

    assertThat(temporal.getWorkflowClient().fetchHistory(Stage.KEY).getEvents())
        .filteredOn(event -> event.hasUpsertWorkflowSearchAttributesEventAttributes())
        .hasSize(1);
    assertThat(stage.untyped().describe().getTypedSearchAttributes().get(SendAttributes.STATE))
        .isEqualTo("sent");
  }

  @Test
  void theTimelineTellsWhatTheRunSaw(TestWorkflowEnvironment temporal) {
    Stage stage = new Stage(temporal).withRelayWorker();
    stage.row().nextDelivery(FakeRow::uncertain);

    SendWorkflow workflow = stage.start();
    stage.awaitView(workflow, view -> view.state() == SendState.CONFIRMING);

    assertThat(workflow.timeline())
        .hasSize(2)
        .first()
        .asString()
        .contains("v1 prepared: story of version 1");
  }

  @Test
  void theDetailsSayWhatToDoWithTheExactCommand() {
    Instant now = Instant.parse("2026-03-01T10:00:00Z");
    SendView view =
        new ViewBuilder("a/b=1", now).epoch(2).state(SendState.UNCONFIRMED, now).build();

    assertThat(SendDetails.of(view, null, "mail"))
        .contains("## unconfirmed", "**Since:** 2026-03-01T10:00:00Z", "via relay default")
        .contains(
            "temporal workflow update execute --namespace mail --workflow-id 'a/b=1' --name resolve"
                + " --input '{\"decision\":\"resend\",\"actor\":\"YOUR NAME\",\"note\":\"WHY\","
                + "\"epoch\":2}'")
        .contains("--name verifyNow", "it may be a duplicate");
  }

  @Test
  void theDetailsOfAHeldSendNameTheRelaysProblem() {
    Instant now = Instant.parse("2026-03-01T10:00:00Z");

    Delivery.Held held = new Delivery.Held(now, "connection refused", HeldBy.RELAY);

    assertThat(SendDetails.of(new ViewBuilder("k", now).build(), held, "default"))
        .contains("The relay is held: connection refused", "it expires at 2026-03-02T10:00:00Z")
        .doesNotContain("--namespace");
  }

  @Test
  void theDetailsOfADamagedLetterDoNotBlameTheRelay() {
    Instant now = Instant.parse("2026-03-01T10:00:00Z");
    Delivery.Held held = new Delivery.Held(now, "The frozen message is missing.", HeldBy.MESSAGE);

    assertThat(SendDetails.of(new ViewBuilder("k", now).build(), held, "default"))
        .contains("cannot be sent. The frozen message is missing.", "looked at again at " + now)
        .doesNotContain("relay is");
  }

  @Test
  void everyStateHasDetails() {
    Instant now = Instant.parse("2026-03-01T10:00:00Z");
    for (SendState state : SendState.values()) {
      SendView view = new ViewBuilder("k", now).sendAt(null).state(state, now).build();

      assertThat(SendDetails.of(view, null, "default"))
          .startsWith("## " + state.wire())
          .contains("[Send](http://api/v1/sends/k)")
          .doesNotContain("null");
    }
  }
}
