package dev.sendonce.api.auth;

import java.time.Duration;

/** Lets {@code perSecond} requests through, {@code burst} at once. Thread-safe. */
final class TokenBucket {
  private final double perSecond;
  private final int burst;
  private double tokens;
  private long filledAt;

  TokenBucket(double perSecond, int burst, long nowNanos) {
    this.perSecond = perSecond;
    this.burst = burst;
    this.tokens = burst;
    this.filledAt = nowNanos;
  }

  /** Takes a token; otherwise tells how long until there is one. */
  synchronized Duration take(long nowNanos) {
    tokens = Math.min(burst, tokens + (nowNanos - filledAt) / 1e9 * perSecond);
    filledAt = nowNanos;
    if (tokens >= 1) {
      tokens -= 1;
      return Duration.ZERO;
    }
    return Duration.ofNanos((long) Math.ceil((1 - tokens) / perSecond * 1e9));
  }
}
