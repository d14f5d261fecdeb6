package dev.sendonce.smtp;

import java.time.Instant;

/**
 * The circuit breaker of a relay on this node.
 *
 * @param open no attempt should be opened now
 * @param until when the next one may try, or null when closed
 * @param cause the last problem of the relay, or null
 */
public record BreakerState(boolean open, Instant until, String cause) {
  /** Nothing known against the relay. */
  public static final BreakerState CLOSED = new BreakerState(false, null, null);
}
