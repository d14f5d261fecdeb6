package dev.sendonce.ledger.exploration;

/**
 * How far the exploration goes.
 *
 * @param attempts of the send
 * @param executions of {@code deliver} alive at once
 * @param resends that people may order, each sent twice by a client that repeats it
 * @param restores of MongoDB from a backup, with the adoption that has to follow
 * @param forgets worlds that differ only in what can have no effect any more are taken for one
 * @param states to look at before it is cut off
 */
record Bounds(
    int recipients,
    int attempts,
    int executions,
    int resends,
    int restores,
    boolean forgets,
    int states) {
  static Bounds recipients(int recipients) {
    return new Bounds(recipients, 3, 2, 1, 0, true, 20_000_000);
  }

  Bounds states(int limit) {
    return new Bounds(recipients, attempts, executions, resends, restores, forgets, limit);
  }

  Bounds attempts(int most) {
    return new Bounds(recipients, most, executions, resends, restores, forgets, states);
  }

  Bounds executions(int most) {
    return new Bounds(recipients, attempts, most, resends, restores, forgets, states);
  }

  Bounds resends(int most) {
    return new Bounds(recipients, attempts, executions, most, restores, forgets, states);
  }

  Bounds restored() {
    return new Bounds(recipients, attempts, executions, resends, 1, forgets, states);
  }

  Bounds forgettingNothing() {
    return new Bounds(recipients, attempts, executions, resends, restores, false, states);
  }
}
