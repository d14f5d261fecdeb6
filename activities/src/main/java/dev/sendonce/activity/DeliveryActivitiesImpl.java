package dev.sendonce.activity;

import dev.sendonce.send.SendKey;
import io.temporal.activity.Activity;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;

/** {@code deliver} as Temporal sees it: heartbeats and shutdown around {@link DeliverySteps}. */
final class DeliveryActivitiesImpl implements DeliveryActivities {
  private final DeliverySteps steps;
  private final LiveAttempts attempts;
  private final ScheduledExecutorService heartbeats;
  private final Waker waker;

  DeliveryActivitiesImpl(
      DeliverySteps steps,
      LiveAttempts attempts,
      ScheduledExecutorService heartbeats,
      Waker waker) {
    this.steps = steps;
    this.attempts = attempts;
    this.heartbeats = heartbeats;
    this.waker = waker;
  }

  @Override
  public Delivery deliver(String key, int attempt) {
    Optional<LiveAttempt> entered = attempts.enter();
    if (entered.isEmpty()) {
      return steps.closing();
    }
    LiveAttempt live = entered.get();
    SendKey sendKey = new SendKey(key);
    Watchdog watchdog = new Watchdog(Activity.getExecutionContext(), live, heartbeats);
    try {
      return steps.deliver(sendKey, attempt, live);
    } finally {
      watchdog.stop();
      attempts.leave(live);
      if (live.isDisowned()) {
        waker.wake(sendKey);
      }
    }
  }
}
