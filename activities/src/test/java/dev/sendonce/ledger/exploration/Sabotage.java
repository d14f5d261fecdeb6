package dev.sendonce.ledger.exploration;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * What is taken away from the protocol to show what it is for: guards of the ledger, or rules of
 * those who call it.
 *
 * @param guards names of the ledger's guards
 */
record Sabotage(Set<String> guards, Set<Break> breaks) {
  /** Rules outside the ledger. */
  enum Break {
    /** The dot is written without asking the latch. */
    DOT_WITHOUT_LATCH,
    /** The re-read of an unanswered latch may see what is rolled back. */
    READ_UNCOMMITTED,
    /** The token follows from the attempt instead of being random for each execution. */
    SHARED_TOKEN,
    /** An attempt carries everybody, not only those still to be tried. */
    CARRY_EVERYBODY,
    /** Recipients are read before the claim, not from its post-image. */
    READ_RECIPIENTS_EARLY,
    /** A 4yz to end of data is believed for several recipients, too. */
    TRUST_ANY_TRANSIENT,
    /** Derived writes may come long after the read they were derived from. */
    LATE_WRITES
  }

  static final Sabotage NONE = new Sabotage(Set.of(), Set.of());

  static Sabotage without(String... guards) {
    return new Sabotage(new TreeSet<>(Arrays.asList(guards)), EnumSet.noneOf(Break.class));
  }

  static Sabotage of(Break first, Break... more) {
    return new Sabotage(Set.of(), EnumSet.of(first, more));
  }

  Sabotage and(Break... more) {
    Set<Break> all = EnumSet.noneOf(Break.class);
    all.addAll(breaks);
    all.addAll(Arrays.asList(more));
    return new Sabotage(guards, all);
  }

  boolean has(Break rule) {
    return breaks.contains(rule);
  }

  boolean lacks(String guard) {
    return guards.contains(guard);
  }

  @Override
  public String toString() {
    return guards.isEmpty() && breaks.isEmpty() ? "everything in force" : guards + " " + breaks;
  }
}
