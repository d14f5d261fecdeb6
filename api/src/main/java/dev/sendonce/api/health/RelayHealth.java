package dev.sendonce.api.health;

import com.codahale.metrics.health.HealthCheck;
import dev.sendonce.smtp.BreakerState;
import dev.sendonce.smtp.Relay;

/** Whether this node's breaker for a relay is closed; opens no connection of its own. */
public final class RelayHealth extends HealthCheck {
  private final Relay relay;

  public RelayHealth(Relay relay) {
    this.relay = relay;
  }

  @Override
  protected Result check() {
    BreakerState breaker = relay.breaker();
    return breaker.open()
        ? Result.unhealthy(
            "Relay '%s' is not used until %s: %s", relay.name(), breaker.until(), breaker.cause())
        : Result.healthy();
  }
}
