package dev.sendonce.ledger.exploration;

/**
 * What really happened at the relay and what people allowed, packed; no actor sees it. For each
 * recipient: how many letters were kept, how many bodies were completed and not refused, how many
 * were allowed in all, and how many since the last word of a person.
 */
final class Truth {
  /** Nothing happened; everybody may get one letter. */
  static final int START = allow(allow(0, 0, 1, 1), 1, 1, 1);

  private static final int KEPT = 0;
  private static final int COMPLETED = 2;
  private static final int ALLOWED = 4;
  private static final int ALLOWED_NOW = 6;
  private static final int PER_RECIPIENT = 9;
  private static final int KEPT_ATTEMPTS = 18;

  private Truth() {}

  static int kept(int truth, int recipient) {
    return Bits.field(truth, PER_RECIPIENT * recipient + KEPT, 2);
  }

  static int completed(int truth, int recipient) {
    return Bits.field(truth, PER_RECIPIENT * recipient + COMPLETED, 2);
  }

  static int allowed(int truth, int recipient) {
    return Bits.field(truth, PER_RECIPIENT * recipient + ALLOWED, 2);
  }

  static int allowedNow(int truth, int recipient) {
    return Bits.field(truth, PER_RECIPIENT * recipient + ALLOWED_NOW, 3);
  }

  /** The relay has kept the letter of this attempt. */
  static boolean keptOf(int truth, int attempt) {
    return Bits.field(truth, KEPT_ATTEMPTS + attempt, 1) == 1;
  }

  static int read(int truth, int mask, int attempt, boolean kept, boolean counted) {
    int now = truth;
    for (int i = 0; i < World.MOST_RECIPIENTS; i++) {
      if ((mask >> i & 1) == 1) {
        int base = PER_RECIPIENT * i;
        now = kept ? Bits.set(now, base + KEPT, 2, kept(truth, i) + 1) : now;
        now = counted ? Bits.set(now, base + COMPLETED, 2, completed(truth, i) + 1) : now;
      }
    }
    return kept ? Bits.set(now, KEPT_ATTEMPTS + attempt, 1, 1) : now;
  }

  static int allow(int truth, int recipient, int inAll, int now) {
    int base = PER_RECIPIENT * recipient;
    return Bits.set(Bits.set(truth, base + ALLOWED, 2, inAll), base + ALLOWED_NOW, 3, now);
  }

  /** A body that was proven not to have been kept does not count. */
  static int proveVoid(int truth, int recipient) {
    return Bits.set(
        truth,
        PER_RECIPIENT * recipient + COMPLETED,
        2,
        Math.min(completed(truth, recipient), kept(truth, recipient)));
  }
}
