package dev.sendonce.smtp;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Ends a transaction from outside. Pulling it closes the raw socket at once: before end of data
 * that proves non-acceptance, after it the outcome is uncertain. Thread-safe.
 */
public final class AbortSwitch {
  private final List<Runnable> actions = new ArrayList<>();
  private String reason;

  /** Pulls the switch; the first reason stands. */
  public void pull(String why) {
    List<Runnable> due;
    synchronized (this) {
      if (reason != null) {
        return;
      }
      reason = why;
      due = List.copyOf(actions);
    }
    due.forEach(Runnable::run);
  }

  /** Why it was pulled, when it was. */
  public synchronized Optional<String> reason() {
    return Optional.ofNullable(reason);
  }

  /** Runs the action when the switch is pulled, at once when it already was. */
  public void onPull(Runnable action) {
    synchronized (this) {
      actions.add(action);
      if (reason == null) {
        return;
      }
    }
    action.run();
  }
}
