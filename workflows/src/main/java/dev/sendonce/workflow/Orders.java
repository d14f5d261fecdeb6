package dev.sendonce.workflow;

import java.time.Instant;

/**
 * Arguments of a person's orders, other than a resolution, as typed into the Temporal UI or CLI.
 */
public final class Orders {
  private static final String UNNAMED = "someone in Temporal";

  private Orders() {}

  /** Cancels what was not handed over yet. */
  public record Cancel(String actor, String note) {}

  /** Moves a prepared send to another time. */
  public record Reschedule(Instant sendAt, String actor) {}

  /** Makes a proven non-acceptance due now. */
  public record RetryNow(String actor) {}

  static String actor(String actor) {
    return actor == null || actor.isBlank() ? UNNAMED : actor;
  }
}
