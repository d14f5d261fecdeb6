package dev.sendonce.ledger.exploration;

/** A final dot that left the process and was not read yet, packed; it outlives the process. */
final class Dot {
  private Dot() {}

  static int of(int attempt, int token, int mask) {
    return attempt | (token << 2) | (mask << 6);
  }

  static int attempt(int dot) {
    return Bits.field(dot, 0, 2);
  }

  static int token(int dot) {
    return Bits.field(dot, 2, 4);
  }

  /** The recipients of its transaction, one bit each. */
  static int mask(int dot) {
    return Bits.field(dot, 6, 2);
  }

  static int withToken(int dot, int token) {
    return Bits.set(dot, 2, 4, token);
  }
}
