package dev.sendonce.evidence.bounce;

import com.codahale.metrics.Counter;
import com.codahale.metrics.MetricRegistry;

/**
 * What the bounce mailbox of one relay held, as counters {@code evidence.bounces.<what>.<relay>}.
 *
 * @param unknown well-formed reports about no send of ours, forged ones among them
 * @param malformed messages that claim to be reports
 * @param other everything else that is sent to bounce addresses
 * @param failed looks that did not reach the end
 */
public record BounceCounters(
    Counter attached,
    Counter repeated,
    Counter unknown,
    Counter malformed,
    Counter other,
    Counter failed) {

  /** Registers them, or finds them registered. */
  public static BounceCounters of(MetricRegistry metrics, String relay) {
    return new BounceCounters(
        counter(metrics, "attached", relay),
        counter(metrics, "repeated", relay),
        counter(metrics, "unknown", relay),
        counter(metrics, "malformed", relay),
        counter(metrics, "other", relay),
        counter(metrics, "failed", relay));
  }

  private static Counter counter(MetricRegistry metrics, String what, String relay) {
    return metrics.counter(MetricRegistry.name("evidence", "bounces", what, relay));
  }
}
