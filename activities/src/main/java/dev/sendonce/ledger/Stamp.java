package dev.sendonce.ledger;

import java.time.Instant;

/**
 * Identity and time of one transition.
 *
 * @param op random, made inside the call
 * @param at the node's clock; for people, never a licence
 */
record Stamp(String op, Instant at) {
  Entry entry(String cause, int attempt, String detail) {
    return new Entry(op, at, cause, null, null, attempt, detail);
  }

  Entry entry(String cause, int attempt, String actor, String note, String detail) {
    return new Entry(op, at, cause, actor, note, attempt, detail);
  }
}
