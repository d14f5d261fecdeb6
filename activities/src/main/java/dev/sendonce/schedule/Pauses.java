package dev.sendonce.schedule;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * When a schedule must not fire. Immutable.
 *
 * @param current null while it may fire
 * @param past those that are over, oldest first, as long as a firing may come that was due in them
 */
public record Pauses(Pause current, List<Period> past) {
  static final Pauses NONE = new Pauses(null, List.of());
  private static final int MOST_PAST = 100;

  public Pauses {
    past = List.copyOf(past);
  }

  /** Why and since when it must not fire. */
  public record Pause(String reason, String actor, Instant at) {}

  /** From one instant on, and no longer at the other. */
  public record Period(Instant from, Instant until) {
    boolean has(Instant due) {
      return !due.isBefore(from) && due.isBefore(until);
    }
  }

  /** Paused; another pause ends where this one begins. */
  Pauses begun(Pause next) {
    return new Pauses(next, ended(next.at()).past);
  }

  Pauses ended(Instant at) {
    if (current == null) {
      return this;
    }
    List<Period> all = new ArrayList<>(past);
    all.add(new Period(current.at(), at));
    return new Pauses(null, all.subList(Math.max(0, all.size() - MOST_PAST), all.size()));
  }

  /** Without those that ended before this instant. */
  Pauses since(Instant start) {
    return new Pauses(current, past.stream().filter(p -> !p.until().isBefore(start)).toList());
  }

  /** Whether it was, or is, paused at the time for which something fired. */
  boolean cover(Instant due) {
    Stream<Period> open =
        current == null ? Stream.of() : Stream.of(new Period(current.at(), Instant.MAX));
    return Stream.concat(past.stream(), open).anyMatch(p -> p.has(due));
  }
}
