package dev.sendonce.ledger.exploration;

import java.util.Optional;

/**
 * What a call led to.
 *
 * @param image the row afterwards; empty when it was not written to
 * @param carried recipients that a claim gives to the caller, one bit each
 */
record Reaction(Answer answer, Optional<RowImage> image, int carried) {
  /** The ledger's word. */
  enum Answer {
    CLAIMED,
    NOT_CLAIMED,
    LATCHED,
    NOT_LATCHED,
    APPLIED,
    MISSED,
    REFUSED,
    UNAVAILABLE
  }

  boolean is(Answer expected) {
    return answer == expected;
  }
}
