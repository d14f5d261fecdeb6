package dev.sendonce.activity;

import dev.sendonce.send.SendView;
import io.temporal.activity.ActivityInterface;

/** Looks for evidence about an uncertain attempt. */
@ActivityInterface
public interface VerificationActivities {
  /**
   * Asks every configured source once and applies what it proves. Idempotent; retried for ever.
   *
   * @param scheduled counts as one of the scheduled probes
   */
  SendView verify(String key, int attempt, boolean scheduled);
}
