package dev.sendonce.api.engine;

import io.temporal.testing.TestWorkflowEnvironment;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** The skipped time of a test environment, for everything outside Temporal. */
final class VirtualClock extends Clock {
  private final TestWorkflowEnvironment temporal;

  VirtualClock(TestWorkflowEnvironment temporal) {
    this.temporal = temporal;
  }

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(temporal.currentTimeMillis());
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException("Nobody needs another zone.");
  }
}
