package dev.sendonce.api.health;

import com.codahale.metrics.health.HealthCheck;
import dev.sendonce.api.metrics.Census;
import dev.sendonce.send.SendState;
import java.util.function.Supplier;

/**
 * Degraded, not unhealthy, when too many sends wait for a person: the node works, and taking it out
 * of service would help nobody.
 */
public final class UnconfirmedHealth extends HealthCheck {
  private final Supplier<Census> census;
  private final int threshold;

  public UnconfirmedHealth(Supplier<Census> census, int threshold) {
    this.census = census;
    this.threshold = threshold;
  }

  @Override
  protected Result check() {
    long unconfirmed = census.get().count(SendState.UNCONFIRMED);
    boolean degraded = unconfirmed > threshold;
    ResultBuilder result = Result.builder().healthy().withDetail("unconfirmed", unconfirmed);
    result.withDetail("degraded", degraded);
    return degraded
        ? result
            .withMessage("degraded: %d sends wait for a person's decision.", unconfirmed)
            .build()
        : result.build();
  }
}
