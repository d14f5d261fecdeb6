package dev.sendonce.api.health;

import com.codahale.metrics.health.HealthCheck;
import dev.sendonce.api.engine.Engine;

/** Whether Temporal answers. Without it sends are accepted and wait. */
public final class EngineHealth extends HealthCheck {
  private final Engine engine;

  public EngineHealth(Engine engine) {
    this.engine = engine;
  }

  @Override
  protected Result check() {
    return engine.reachable()
        ? Result.healthy()
        : Result.unhealthy("Temporal cannot be reached; sends are accepted and wait for it.");
  }
}
