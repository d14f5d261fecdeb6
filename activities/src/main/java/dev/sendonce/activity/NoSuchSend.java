package dev.sendonce.activity;

import io.temporal.failure.ApplicationFailure;

/** The one failure that no retry heals: a workflow for a key that was never accepted. */
public final class NoSuchSend {
  /** Type of the failure in workflow histories. */
  public static final String TYPE = "NoSuchSend";

  private NoSuchSend() {}

  static ApplicationFailure failure() {
    return ApplicationFailure.newNonRetryableFailure(
        "The ledger has no send with this key; nothing was or will be sent for it.", TYPE);
  }
}
