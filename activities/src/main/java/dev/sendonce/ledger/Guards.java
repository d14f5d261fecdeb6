package dev.sendonce.ledger;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** Which guards are in force. Immutable. */
final class Guards {
  /** What production runs with. */
  static final Guards ALL = new Guards(EnumSet.allOf(Guard.class));

  private final Set<Guard> inForce;

  private Guards(Set<Guard> inForce) {
    this.inForce = Collections.unmodifiableSet(inForce);
  }

  /** For tests: everything but these. */
  static Guards without(Set<Guard> removed) {
    Set<Guard> rest = EnumSet.allOf(Guard.class);
    rest.removeAll(removed);
    return new Guards(rest);
  }

  boolean has(Guard guard) {
    return inForce.contains(guard);
  }
}
