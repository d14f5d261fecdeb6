package dev.sendonce.api.health;

import com.codahale.metrics.health.HealthCheck;
import dev.sendonce.api.drain.Drain;

/** Unhealthy while the node drains, so that nothing new is routed to it. */
public final class DrainHealth extends HealthCheck {
  private final Drain drain;

  public DrainHealth(Drain drain) {
    this.drain = drain;
  }

  @Override
  protected Result check() {
    return drain.isDraining()
        ? Result.builder()
            .unhealthy()
            .withMessage("This node drains and takes on no new work.")
            .withDetail("left", drain.left())
            .build()
        : Result.healthy();
  }
}
