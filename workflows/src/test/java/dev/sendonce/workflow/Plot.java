package dev.sendonce.workflow;

import com.google.errorprone.annotations.Immutable;
import dev.sendonce.activity.Delivery;
import dev.sendonce.activity.ResolveOrder;
import dev.sendonce.send.AttemptResult;
import dev.sendonce.send.Decision;
import dev.sendonce.send.HeldBy;
import dev.sendonce.send.Outcome;
import dev.sendonce.send.Reply;
import dev.sendonce.send.SendState;
import io.temporal.client.WorkflowFailedException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** The ways a send can take through its workflow. */
enum Plot {
  SENT(
      stage -> {
        stage.row().nextDelivery(FakeRow::accepted);
        stage.start();
      }),
  SENT_AFTER_SLOW_WORK(
      stage -> {
        stage
            .row()
            .nextDelivery(
                row -> {
                  row.row().state(SendState.SMTP_ACCEPTED, row.now());
                  return new Delivery.Recorded(row.row().build());
                });
        stage.start();
      }),
  SENT_AT_ITS_TIME(
      stage -> {
        Instant due = stage.row().start().plus(Duration.ofDays(2));
        stage.row().row().sendAt(due).expiresAt(due.plus(Duration.ofDays(1)));
        stage.row().nextDelivery(FakeRow::accepted);
        stage.start();
      }),
  SENT_BY_THE_THIRD_ATTEMPT(
      stage -> {
        Duration hour = Duration.ofHours(1);
        stage.row().nextDelivery(row -> row.deferred(hour));
        stage.row().nextDelivery(row -> row.deferred(hour));
        stage.row().nextDelivery(FakeRow::accepted);
        stage.start();
      }),
  SENT_AFTER_A_HELD_RELAY(
      stage -> {
        stage.row().nextDelivery(FakeRow::held).nextDelivery(FakeRow::accepted);
        stage.start();
      }),
  SENT_AFTER_A_HELD_NODE(
      stage -> {
        stage.row().nextDelivery(row -> row.heldBy(HeldBy.NODE));
        stage.row().nextDelivery(FakeRow::accepted);
        stage.start();
      }),
  SENT_RECORDED_BY_THE_WORKFLOW(
      stage -> {
        AttemptResult result =
            new AttemptResult(new Outcome.Accepted(Reply.of(250, "2.0.0 Ok"), "4jcz"), List.of());
        stage.row().nextDelivery(row -> new Delivery.Unrecorded("token", result));
        stage.start();
      }),
  SENT_BY_EVIDENCE(
      stage -> {
        stage.row().nextDelivery(FakeRow::uncertain);
        stage.row().nextProbe(row -> row.row().state(SendState.SMTP_ACCEPTED, row.now()).build());
        stage.start();
      }),
  SENT_AFTER_SETTLING(
      stage -> {
        stage
            .row()
            .nextDelivery(
                row -> {
                  row.inflight(Duration.ofMinutes(30));
                  throw new IllegalStateException("a bug");
                });
        stage.row().nextProbe(row -> row.row().state(SendState.SENT, row.now()).build());
        stage.start();
      }),
  SENT_BY_A_PERSON(stage -> decide(stage, Decision.SENT)),
  SENT_BY_A_RESEND(
      stage -> {
        stage.row().nextDelivery(FakeRow::uncertain).nextDelivery(FakeRow::accepted);
        SendWorkflow workflow = stage.start();
        stage.skip(Duration.ofMinutes(10));
        workflow.resolve(new ResolveOrder(Decision.RESEND, "ann", "must arrive", 1));
      }),
  NOT_SENT_REJECTED(
      stage -> {
        stage.row().nextDelivery(FakeRow::refused);
        stage.start();
      }),
  NOT_SENT_EXPIRED(
      stage -> {
        stage.row().nextDelivery(row -> row.deferred(Duration.ofDays(3)));
        stage.start();
      }),
  NOT_SENT_CANCELLED(
      stage -> {
        SendWorkflow workflow = tomorrow(stage);
        workflow.cancel(new Orders.Cancel("ann", "no longer needed"));
      }),
  NOT_SENT_CANCELLED_IN_TEMPORAL(
      stage -> {
        tomorrow(stage);
        stage.untyped().cancel();
      }),
  NOT_SENT_BY_A_PERSON(stage -> decide(stage, Decision.NOT_SENT));

  private final Beginning beginning;

  Plot(Beginning beginning) {
    this.beginning = beginning;
  }

  /** Starts the workflow and does to it what leads to its end. */
  @Immutable
  @FunctionalInterface
  private interface Beginning {
    void play(Stage stage);
  }

  String fileName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-') + ".json";
  }

  /** Plays it to its end. */
  void play(Stage stage) {
    beginning.play(stage);
    try {
      stage.result();
    } catch (WorkflowFailedException e) {
      if (this != NOT_SENT_CANCELLED_IN_TEMPORAL) {
        throw e;
      }
    }
  }

  private static SendWorkflow tomorrow(Stage stage) {
    Instant due = stage.row().start().plus(Duration.ofDays(1));
    stage.row().row().sendAt(due).expiresAt(due.plus(Duration.ofDays(1)));
    SendWorkflow workflow = stage.start();
    stage.awaitView(workflow, view -> true);
    return workflow;
  }

  private static void decide(Stage stage, Decision decision) {
    stage.row().nextDelivery(FakeRow::uncertain);
    SendWorkflow workflow = stage.start();
    stage.skip(Duration.ofMinutes(10));
    workflow.verifyNow();
    workflow.resolve(new ResolveOrder(decision, "ann", "asked the customer", 1));
  }
}
