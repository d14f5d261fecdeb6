package dev.sendonce.ledger.exploration;

/** Something under way that may still reach the ledger, packed. */
@SuppressWarnings("EnumOrdinal") // packed and unpacked within one run only
final class Pending {
  /** What it is. */
  enum Kind {
    /** A claim that was not answered. */
    CLAIM,
    /** A latch that was not answered. */
    LATCH,
    /** A person's order to send again, with its HTTP repetitions. */
    RESEND,
    /** A write that was derived from a row read earlier. */
    WRITE
  }

  private static final Kind[] KINDS = Kind.values();

  private Pending() {}

  static int write(Kind kind, int attempt, int token, int verdicts) {
    return kind.ordinal() | (attempt << 3) | (token << 5) | (verdicts << 9);
  }

  /**
   * @param order which of the orders
   */
  static int order(int order, int epoch, int copies, boolean applied) {
    return Kind.RESEND.ordinal()
        | (epoch << 3)
        | (copies << 13)
        | (applied ? 1 << 15 : 0)
        | (order << 16);
  }

  /**
   * @param write which one, as in {@link Calls}
   * @param stale the row was written to since it was read
   */
  static int derived(int write, int token, boolean stale) {
    return Kind.WRITE.ordinal() | (token << 5) | (stale ? 1 << 15 : 0) | (write << 16);
  }

  static Kind kind(int pending) {
    return KINDS[Bits.field(pending, 0, 3)];
  }

  static int attempt(int pending) {
    return Bits.field(pending, 3, 2);
  }

  static int token(int pending) {
    return Bits.field(pending, 5, 4);
  }

  static int verdicts(int pending) {
    return Bits.field(pending, 9, 4);
  }

  static int copies(int pending) {
    return Bits.field(pending, 13, 2);
  }

  /** Of an order: it took effect; of a derived write: the row has changed since it was read. */
  static boolean flag(int pending) {
    return Bits.field(pending, 15, 1) == 1;
  }

  static int flagged(int pending) {
    return Bits.set(pending, 15, 1, 1);
  }

  /** Of an order: which; of a derived write: which one, as in {@link Calls}. */
  static int number(int pending) {
    return Bits.field(pending, 16, 16);
  }

  static int withToken(int pending, int token) {
    return Bits.set(pending, 5, 4, token);
  }
}
