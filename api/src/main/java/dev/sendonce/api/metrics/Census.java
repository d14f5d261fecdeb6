package dev.sendonce.api.metrics;

import dev.sendonce.send.SendState;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * How many unfinished sends are in which state, and since when the longest waiting of each has
 * waited.
 *
 * @param takenAt when it was counted; null before the first time
 */
public record Census(Instant takenAt, Map<SendState, Long> counts, Map<SendState, Instant> oldest) {
  /** Nothing counted yet. */
  public static final Census NONE = new Census(null, Map.of(), Map.of());

  public Census {
    counts = Map.copyOf(counts);
    oldest = Map.copyOf(oldest);
  }

  /** How many are in this state. */
  public long count(SendState state) {
    return counts.getOrDefault(state, 0L);
  }

  /** Since when the longest waiting one waits: see {@link CensusTaker}. */
  public Optional<Instant> oldest(SendState state) {
    return Optional.ofNullable(oldest.get(state));
  }
}
