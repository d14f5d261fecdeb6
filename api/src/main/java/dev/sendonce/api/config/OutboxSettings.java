package dev.sendonce.api.config;

import dev.sendonce.intake.outbox.OutboxIntake;
import io.dropwizard.util.Duration;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

/**
 * How the collection {@code outbox} is read.
 *
 * @param batch documents that a node claims at once
 * @param lockTimeout after this another node may take a claim over
 * @param maxRetries claims without an answer before a document is refused
 */
public record OutboxSettings(
    @Min(1) @Max(1000) Integer batch, Duration lockTimeout, @Min(1) Integer maxRetries) {
  static final OutboxSettings DEFAULT = new OutboxSettings(null, null, null);

  public OutboxSettings {
    batch = batch == null ? 50 : batch;
    lockTimeout = lockTimeout == null ? Duration.minutes(1) : lockTimeout;
    maxRetries = maxRetries == null ? 10 : maxRetries;
  }

  /** The same, as the intake wants to know it. */
  public OutboxIntake.Settings intake() {
    return new OutboxIntake.Settings(batch, lockTimeout.toJavaDuration(), maxRetries);
  }
}
