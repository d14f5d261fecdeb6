package dev.sendonce.intake;

import java.util.List;

/** The answer of the {@link ContentGuard}. */
sealed interface Occupancy {
  /** Everything is claimed for this key. */
  record Mine(List<GuardRow> rows) implements Occupancy {}

  /** Another send has one of the things; nothing was claimed. */
  record Occupied(String key, String id) implements Occupancy {}
}
