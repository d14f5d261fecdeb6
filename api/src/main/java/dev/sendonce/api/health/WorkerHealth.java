package dev.sendonce.api.health;

import com.codahale.metrics.health.HealthCheck;
import java.util.function.Supplier;

/** Whether this node's workers run. */
public final class WorkerHealth extends HealthCheck {
  private final Supplier<String> problem;

  /**
   * The check.
   *
   * @param problem why they do not run, or null while they do
   */
  public WorkerHealth(Supplier<String> problem) {
    this.problem = problem;
  }

  @Override
  protected Result check() {
    String why = problem.get();
    return why == null ? Result.healthy() : Result.unhealthy("The workers do not run: %s", why);
  }
}
