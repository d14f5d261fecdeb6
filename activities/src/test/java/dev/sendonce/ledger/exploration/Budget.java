package dev.sendonce.ledger.exploration;

/** What may still be ordered or done, packed. */
final class Budget {
  private Budget() {}

  static int of(Bounds bounds) {
    return bounds.resends() | (bounds.restores() << 2);
  }

  static int resends(int budget) {
    return Bits.field(budget, 0, 2);
  }

  static int restores(int budget) {
    return Bits.field(budget, 2, 1);
  }

  static int ordered(int budget) {
    return Bits.set(budget, 0, 2, resends(budget) - 1);
  }

  static int restored(int budget) {
    return Bits.set(budget, 2, 1, 0);
  }
}
