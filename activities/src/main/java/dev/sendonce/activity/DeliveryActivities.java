package dev.sendonce.activity;

import io.temporal.activity.ActivityInterface;

/** The one activity that speaks SMTP; runs on the task queue of its relay. */
@ActivityInterface
public interface DeliveryActivities {
  /**
   * Claims the attempt, hands the message to the relay, records the outcome. Never retried
   * (maximumAttempts 1) and, once it has claimed, never throws.
   */
  Delivery deliver(String key, int attempt);
}
