package dev.sendonce.activity;

import dev.sendonce.send.Outcome;
import dev.sendonce.smtp.RelaySettings;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;

/**
 * When a proven non-acceptance is tried again: {@code initial}, doubled with each attempt up to
 * {@code maximum}, a quarter more or less by chance so that sends do not come back in step.
 */
public final class RetryPlan {
  private static final double SPREAD = 0.25;
  private static final int MOST_DOUBLINGS = 20;

  private final Clock clock;
  private final RandomGenerator random;

  public RetryPlan(Clock clock, RandomGenerator random) {
    this.clock = clock;
    this.random = random;
  }

  /** After attempt {@code attempt} ended without acceptance. */
  public Instant after(RelaySettings.Retry retry, int attempt) {
    int doublings = Math.min(Math.max(attempt - 1, 0), MOST_DOUBLINGS);
    Duration grown = retry.initial().multipliedBy(1L << doublings);
    Duration base = grown.compareTo(retry.maximum()) < 0 ? grown : retry.maximum();
    double factor = 1 - SPREAD + 2 * SPREAD * random.nextDouble();
    return clock.instant().plusMillis(Math.round(base.toMillis() * factor));
  }

  /**
   * The same, but without growth when the relay and not the message is to blame: then its breaker
   * holds the send back without burning attempts.
   */
  Instant after(RelaySettings.Retry retry, int attempt, Outcome outcome) {
    boolean relayProblem = outcome instanceof Outcome.NotAccepted n && n.relayProblem();
    return after(retry, relayProblem ? 1 : attempt);
  }
}
