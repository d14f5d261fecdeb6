package dev.sendonce.api.health;

import com.codahale.metrics.health.HealthCheck;
import com.mongodb.MongoException;
import dev.sendonce.api.background.Leadership;
import dev.sendonce.lease.Lease;
import java.util.Optional;

/** Who holds a lease; never unhealthy, because any node may hold it, or none for a moment. */
public final class LeadershipHealth extends HealthCheck {
  private final Leadership leadership;

  public LeadershipHealth(Leadership leadership) {
    this.leadership = leadership;
  }

  @Override
  protected Result check() {
    ResultBuilder result = Result.builder().healthy().withDetail("leader", leadership.isHeld());
    try {
      Optional<Lease> holder = leadership.holder();
      return result
          .withMessage(
              holder
                  .map(h -> "Held by %s, number %d.".formatted(h.owner(), h.number()))
                  .orElse("Nobody has held it yet."))
          .withDetail("owner", holder.map(Lease::owner).orElse(null))
          .withDetail("number", holder.map(Lease::number).orElse(0L))
          .build();
    } catch (MongoException e) {
      return result.withMessage("MongoDB does not tell who holds it.").build();
    }
  }
}
