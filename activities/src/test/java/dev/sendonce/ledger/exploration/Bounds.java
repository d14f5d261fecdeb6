package dev.sendonce.ledger.exploration;

/**
 * How far the exploration goes.
 *
 * @param attempts of the send
 * @param executions of {@code deliver} alive at once
 * @param resends that people may order, each sent twice by a client that repeats it
 * @param restores of MongoDB from a backup, with the adoption that has to follow
 * @param states to look at before it is cut off
 */
record Bounds(int recipients, int attempts, int executions, int resends, int restores, int states) {
  static Bounds recipients(int recipients) {
    return new Bounds(recipients, 3, 2, 1, 0, 20_000_000);
  }

  Bounds states(int limit) {
    return new Bounds(recipients, attempts, executions, resends, restores, limit);
  }

  Bounds attempts(int most) {
    return new Bounds(recipients, most, executions, resends, restores, states);
  }

  Bounds executions(int most) {
    return new Bounds(recipients, attempts, most, resends, restores, states);
  }

  Bounds resends(int most) {
    return new Bounds(recipients, attempts, executions, most, restores, states);
  }

  Bounds restored() {
    return new Bounds(recipients, attempts, executions, resends, 1, states);
  }
}
