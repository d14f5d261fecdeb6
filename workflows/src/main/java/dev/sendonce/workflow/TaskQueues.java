package dev.sendonce.workflow;

/** Names of the task queues. */
public final class TaskQueues {
  /** Workflows, ledger transitions and verification. */
  public static final String CONTROL = "sendonce";

  private TaskQueues() {}

  /** Deliveries through one relay; its rate limit holds for all workers together. */
  public static String relay(String relay) {
    return "relay-" + relay;
  }
}
