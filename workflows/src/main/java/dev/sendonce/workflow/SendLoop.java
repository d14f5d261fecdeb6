package dev.sendonce.workflow;

import dev.sendonce.activity.Delivery;
import dev.sendonce.send.HeldBy;
import dev.sendonce.send.SendState;
import dev.sendonce.send.SendView;
import io.temporal.api.enums.v1.TimeoutType;
import io.temporal.common.SearchAttributeUpdate;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.CanceledFailure;
import io.temporal.failure.TimeoutFailure;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.ContinueAsNewOptions;
import io.temporal.workflow.Functions;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * From state to state until the send is finished. Each step starts from what the ledger says and
 * ends with a fresh look at it; nothing is counted or remembered here that the ledger does not
 * know, so that a reset, a second run or a new run under the same ID goes on from the truth.
 */
final class SendLoop {
  private static final Duration LONGEST_PACE = Duration.ofMinutes(5);
  private static final Duration FIRST_LOOK = Duration.ofSeconds(15);
  private static final Duration LONGEST_LOOK = Duration.ofMinutes(5);
  private static final Duration DAILY = Duration.ofDays(1);
  private static final int MOST_DOUBLINGS = 9;
  private static final String HELD_BY = "held-by";

  private final Sight sight;
  private Delivery.Held held;
  private boolean heldByRelay;
  private int fruitless;
  private int looks;

  SendLoop(Sight sight) {
    this.sight = sight;
  }

  void untilFinished() {
    lookForTheFirstTime();
    publish();
    while (!view().state().isTerminal()) {
      if (sight.hasUnheardCancellation()) {
        hearCancellation();
      } else {
        continueAsNewWhenDue();
        step();
      }
      publish();
    }
    Workflow.await(Workflow::isEveryHandlerFinished);
    publish();
  }

  private void lookForTheFirstTime() {
    try {
      sight.see(Calls.quickLook(sight.key()));
    } catch (ActivityFailure e) {
      sight.refresh();
    }
  }

  private SendView view() {
    return sight.view();
  }

  private void step() {
    switch (view().state()) {
      case PREPARED -> prepared();
      case SMTP_INFLIGHT -> inflight();
      case CONFIRMING -> confirming();
      case UNCONFIRMED -> unconfirmed();
      case SMTP_ACCEPTED ->
          act(() -> Calls.slowLedger(view(), "work after acceptance").finish(sight.key()));
      case SENT, NOT_SENT -> throw new IllegalStateException("Finished sends have no next step.");
    }
  }

  private void prepared() {
    Instant now = Sight.now();
    Instant due = later(view().sendAt(), view().retryAt());
    if (!now.isBefore(view().expiresAt())) {
      act(() -> Calls.ledger("expire").expire(sight.key()));
    } else if (due != null && now.isBefore(due)) {
      boolean retry = view().epoch() > 0;
      sight.sleepUntil(
          earlier(due, view().expiresAt()),
          retry ? "retry after attempt " + view().epoch() : "send at " + due);
    } else {
      deliver();
    }
  }

  private void deliver() {
    int attempt = view().epoch() + 1;
    try {
      take(attempt, delivery(attempt));
    } catch (ActivityFailure e) {
      if (held != null && knowsWhatHolds()) {
        letGo();
      }
      act(() -> afterFailure(attempt, e));
    }
  }

  private void take(int attempt, Delivery delivery) {
    letGo();
    if (delivery instanceof Delivery.Recorded recorded) {
      act(recorded::view);
    } else if (delivery instanceof Delivery.NotClaimed notClaimed) {
      act(notClaimed::view);
    } else if (delivery instanceof Delivery.Unrecorded unrecorded) {
      act(
          () ->
              Calls.ledger("record what attempt " + attempt + " brought home")
                  .record(sight.key(), attempt, unrecorded.token(), unrecorded.result()));
    } else if (delivery instanceof Delivery.Unclear) {
      act(() -> settle(attempt, true));
    } else if (delivery instanceof Delivery.Held hold) {
      hold(hold);
    }
  }

  private void letGo() {
    held = null;
    heldByRelay = false;
  }

  /** False in runs from when everything that held a send was shown as its relay. */
  private static boolean knowsWhatHolds() {
    return Workflow.getVersion(HELD_BY, Workflow.DEFAULT_VERSION, 1) == 1;
  }

  private void hold(Delivery.Held hold) {
    held = hold;
    heldByRelay = hold.by() == HeldBy.RELAY || !knowsWhatHolds();
    publish();
    sight.sleepUntil(earlier(hold.until(), view().expiresAt()), "held until " + hold.until());
  }

  /**
   * Waits for the attempt. A send that is finished meanwhile (cancelled, decided) takes it from the
   * queue; one that has started goes on to its own end.
   */
  private Delivery delivery(int attempt) {
    Duration remaining = Duration.between(Sight.now(), view().expiresAt());
    DeliveryHolder holder = new DeliveryHolder();
    CancellationScope scope =
        Workflow.newCancellationScope(
            () -> holder.promise = Calls.deliver(view(), attempt, remaining));
    scope.run();
    while (!holder.promise.isCompleted()) {
      long version = view().version();
      Workflow.await(() -> holder.promise.isCompleted() || sight.isDisturbedSince(version));
      if (!holder.promise.isCompleted()) {
        if (sight.hasUnheardCancellation()) {
          hearCancellation();
        }
        sight.heedSignal();
        publish();
        if (view().state().isTerminal()) {
          scope.cancel("the send is finished");
        }
      }
    }
    return holder.promise.get();
  }

  /** Never started: the row is as it was. Else: the ledger's facts become an outcome. */
  private SendView afterFailure(int attempt, ActivityFailure failure) {
    Throwable cause = failure.getCause();
    sight.note("attempt " + attempt + " did not report: " + describe(cause));
    boolean neverStarted =
        cause instanceof CanceledFailure
            || (cause instanceof TimeoutFailure timeout
                && timeout.getTimeoutType() == TimeoutType.TIMEOUT_TYPE_SCHEDULE_TO_START);
    return neverStarted
        ? Calls.ledger("look at the ledger").view(sight.key())
        : settle(attempt, true);
  }

  private static String describe(Throwable cause) {
    return cause instanceof TimeoutFailure timeout
        ? timeout.getTimeoutType().name()
        : cause == null ? "unknown" : cause.getClass().getSimpleName();
  }

  /** Somebody else's attempt is under way: looks now and then, and settles it at its deadline. */
  private void inflight() {
    Instant deadline = view().deadline();
    if (deadline == null || !Sight.now().isBefore(deadline)) {
      looks = 0;
      act(() -> settle(view().epoch(), false));
      return;
    }
    Instant look = Sight.now().plus(doubled(FIRST_LOOK, looks++, LONGEST_LOOK));
    if (sight.sleepUntil(earlier(look, deadline), "an attempt is under way elsewhere")) {
      sight.refresh();
    }
  }

  private SendView settle(int attempt, boolean ownerPresumedDead) {
    return Calls.ledger("settle attempt " + attempt)
        .settle(sight.key(), attempt, ownerPresumedDead);
  }

  private void confirming() {
    int attempt = view().epoch();
    Instant probe = view().nextProbeAt();
    if (probe == null) {
      act(() -> Calls.ledger("verification has ended").exhaust(sight.key(), attempt));
    } else if (Sight.now().isBefore(probe)) {
      sight.sleepUntil(probe, "look for evidence " + (view().probes() + 1));
    } else {
      String summary = "look for evidence " + (view().probes() + 1);
      act(() -> Calls.verification(view(), summary).verify(sight.key(), attempt, true));
    }
  }

  /** However long it takes. The daily look is for changes that nobody could announce. */
  private void unconfirmed() {
    if (sight.sleep(DAILY, "waiting for evidence or a person's decision")) {
      sight.refresh();
    }
  }

  private void hearCancellation() {
    sight.hearCancellation();
    sight.note("cancellation requested in Temporal");
    sight.see(Calls.ledger("cancellation requested").cancellationRequested(sight.key()));
  }

  /** Takes the next step; one that changed nothing is repeated ever more slowly, never in haste. */
  private void act(Functions.Func<SendView> transition) {
    long before = view().version();
    sight.see(transition.apply());
    if (view().version() != before || view().state().isTerminal()) {
      fruitless = 0;
      return;
    }
    publish();
    sight.sleep(doubled(Duration.ofSeconds(1), fruitless++, LONGEST_PACE), "nothing changed yet");
  }

  private void publish() {
    List<SearchAttributeUpdate<?>> changes =
        SendAttributes.changes(Workflow.getTypedSearchAttributes(), view(), heldByRelay);
    if (!changes.isEmpty()) {
      Workflow.upsertTypedSearchAttributes(changes.toArray(SearchAttributeUpdate<?>[]::new));
    }
    Delivery.Held by = view().state() == SendState.PREPARED ? held : null;
    Workflow.setCurrentDetails(SendDetails.of(view(), by, Workflow.getInfo().getNamespace()));
  }

  private void continueAsNewWhenDue() {
    if (Workflow.getInfo().isContinueAsNewSuggested()
        && Workflow.isEveryHandlerFinished()
        && !sight.wasAskedToCancel()) {
      Workflow.continueAsNew(
          ContinueAsNewOptions.newBuilder().setMemo(SendMemo.carriedOver()).build(),
          new SendRequest(sight.key()));
    }
  }

  private static Duration doubled(Duration first, int times, Duration longest) {
    Duration grown = first.multipliedBy(1L << Math.min(times, MOST_DOUBLINGS));
    return grown.compareTo(longest) < 0 ? grown : longest;
  }

  private static Instant earlier(Instant a, Instant b) {
    return a.isBefore(b) ? a : b;
  }

  private static Instant later(Instant a, Instant b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return a.isAfter(b) ? a : b;
  }

  private static final class DeliveryHolder {
    private Promise<Delivery> promise;
  }
}
