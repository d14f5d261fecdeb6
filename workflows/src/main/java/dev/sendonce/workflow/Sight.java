package dev.sendonce.workflow;

import dev.sendonce.send.SendView;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Promise;
import io.temporal.workflow.TimerOptions;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** What a workflow run knows of its send at the moment, and how it waits for more. */
final class Sight {
  private static final Duration SHORTEST = Duration.ofSeconds(1);

  private final String key;
  private final StoryLines lines = new StoryLines();
  private SendView view;
  private boolean woken;
  private Promise<String> cancellation;
  private boolean cancellationHandled;

  Sight(String key) {
    this.key = key;
  }

  String key() {
    return key;
  }

  /** Null before the first look at the ledger. */
  SendView view() {
    return view;
  }

  List<String> lines() {
    return lines.all();
  }

  static Instant now() {
    return Instant.ofEpochMilli(Workflow.currentTimeMillis());
  }

  /** Takes in what an activity answered; reads again when something newer was known already. */
  void see(SendView answer) {
    if (view != null && answer.version() < view.version()) {
      refresh();
      return;
    }
    take(answer);
  }

  void refresh() {
    take(Calls.ledger("look at the ledger").view(key));
  }

  private void take(SendView answer) {
    if (view == null || view.version() != answer.version()) {
      lines.add(now(), answer);
    }
    view = answer;
  }

  void note(String line) {
    lines.add(now(), line);
  }

  void wake() {
    woken = true;
  }

  /** From now on a cancellation of the workflow is heard. */
  void listenTo(Promise<String> cancellationRequest) {
    cancellation = cancellationRequest;
  }

  /** A run that was asked to cancel can only close as cancelled: it must not continue as new. */
  boolean wasAskedToCancel() {
    return cancellation.isCompleted();
  }

  boolean hasUnheardCancellation() {
    return cancellation.isCompleted() && !cancellationHandled;
  }

  void hearCancellation() {
    cancellationHandled = true;
  }

  /** True when there is something to look at: a signal, an order's result, a cancellation. */
  boolean isDisturbedSince(long version) {
    return woken || view.version() != version || hasUnheardCancellation();
  }

  /** Reads the ledger again if a signal said that it changed. */
  void heedSignal() {
    if (woken) {
      woken = false;
      refresh();
    }
  }

  /**
   * Waits, at least a second, until the time has come or something happened.
   *
   * @return true when the time has come undisturbed
   */
  boolean sleepUntil(Instant until, String summary) {
    Duration left = Duration.between(now(), until);
    return sleep(left.compareTo(SHORTEST) < 0 ? SHORTEST : left, summary);
  }

  boolean sleep(Duration duration, String summary) {
    long version = view.version();
    TimerOptions options = TimerOptions.newBuilder().setSummary(summary).build();
    TimerHolder timer = new TimerHolder();
    CancellationScope scope =
        Workflow.newCancellationScope(() -> timer.promise = Workflow.newTimer(duration, options));
    scope.run();
    Workflow.await(() -> timer.promise.isCompleted() || isDisturbedSince(version));
    boolean undisturbed = timer.promise.isCompleted() && !isDisturbedSince(version);
    scope.cancel();
    heedSignal();
    return undisturbed;
  }

  private static final class TimerHolder {
    private Promise<Void> promise;
  }
}
