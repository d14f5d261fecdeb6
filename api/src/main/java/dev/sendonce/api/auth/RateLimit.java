package dev.sendonce.api.auth;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.sendonce.api.problem.Problem;
import dev.sendonce.api.problem.ProblemException;
import dev.sendonce.api.problem.ProblemType;
import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import java.security.Principal;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * A token bucket per API key and node: 429 with Retry-After when it is empty. Requests without a
 * caller pass; they cost nothing that needs protection.
 */
@Priority(Priorities.AUTHORIZATION - 1)
public final class RateLimit implements ContainerRequestFilter {
  private static final int BUCKETS = 10_000;

  private final double perSecond;
  private final int burst;
  private final LongSupplier nanoTime;
  private final Cache<String, TokenBucket> buckets =
      Caffeine.newBuilder().maximumSize(BUCKETS).build();

  /**
   * A limit for every key.
   *
   * @param perSecond steady rate; 0 for no limit
   * @param burst how many requests may come at once
   */
  public RateLimit(double perSecond, int burst, LongSupplier nanoTime) {
    this.perSecond = perSecond;
    this.burst = burst;
    this.nanoTime = nanoTime;
  }

  @Override
  public void filter(ContainerRequestContext request) {
    Principal principal = request.getSecurityContext().getUserPrincipal();
    if (perSecond <= 0 || !(principal instanceof Caller caller)) {
      return;
    }
    long now = nanoTime.getAsLong();
    TokenBucket bucket =
        buckets.get(caller.key().id(), id -> new TokenBucket(perSecond, burst, now));
    Duration wait = bucket.take(now);
    if (!wait.isZero()) {
      throw new ProblemException(
          Problem.of(
              ProblemType.RATE_LIMITED,
              "More than " + perSecond + " requests per second with this API key."),
          wait);
    }
  }
}
