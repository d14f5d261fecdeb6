package dev.sendonce.ledger.exploration;

/**
 * One execution of {@code deliver}, packed: where it is, which attempt, which token, and what it
 * knows of each recipient.
 */
@SuppressWarnings("EnumOrdinal") // packed and unpacked within one run only
final class Worker {
  /** Where it is; it may stay there for ever (a pause) or vanish (a crash). */
  enum At {
    /** Only where the recipients are read too early: has read the row, has not claimed yet. */
    BEFORE_CLAIM,
    /** The claim was not answered. */
    CLAIM_UNANSWERED,
    /** Has claimed and begins to talk. */
    CLAIMED,
    /** The body is written, the latch is next. */
    BODY_WRITTEN,
    /** The latch was not answered. */
    LATCH_UNANSWERED,
    /** May write the dot. */
    LATCHED,
    /** Has written the dot and waits. */
    WAITING,
    /** Knows an outcome and has to record it. */
    ENDED
  }

  /** What it knows about the transaction once {@link At#ENDED}. */
  enum Ending {
    NONE,
    /** No connection. */
    UNREACHABLE,
    /** Nobody was taken at RCPT. */
    NOBODY,
    /** Gave up before the dot. */
    ABORTED,
    ACCEPTED,
    REFUSED,
    /** Refused for now, and that is to be believed. */
    DEFERRED,
    UNCERTAIN
  }

  static final int NOT_CARRIED = 0;
  static final int TAKEN = 1;
  static final int LATER = 2;
  static final int REJECTED = 3;

  private static final At[] PLACES = At.values();
  private static final Ending[] ENDINGS = Ending.values();

  private Worker() {}

  static int of(At at, int attempt, int token, int verdicts, Ending ending) {
    return at.ordinal()
        | (attempt << 4)
        | (token << 6)
        | (verdicts << 10)
        | (ending.ordinal() << 14);
  }

  static At at(int worker) {
    return PLACES[Bits.field(worker, 0, 4)];
  }

  static int attempt(int worker) {
    return Bits.field(worker, 4, 2);
  }

  static int token(int worker) {
    return Bits.field(worker, 6, 4);
  }

  /** Two bits for each recipient. */
  static int verdicts(int worker) {
    return Bits.field(worker, 10, 4);
  }

  static Ending ending(int worker) {
    return ENDINGS[Bits.field(worker, 14, 4)];
  }

  static int withToken(int worker, int token) {
    return Bits.set(worker, 6, 4, token);
  }

  static int moved(int worker, At at) {
    return Bits.set(worker, 0, 4, at.ordinal());
  }

  static int ended(int worker, Ending ending) {
    return Bits.set(moved(worker, At.ENDED), 14, 4, ending.ordinal());
  }

  static int withVerdicts(int worker, int verdicts) {
    return Bits.set(worker, 10, 4, verdicts);
  }

  static int verdict(int verdicts, int recipient) {
    return Bits.field(verdicts, 2 * recipient, 2);
  }

  /** The recipients in the transaction, one bit each. */
  static int taken(int verdicts) {
    int mask = 0;
    for (int i = 0; i < World.MOST_RECIPIENTS; i++) {
      mask |= verdict(verdicts, i) == TAKEN ? 1 << i : 0;
    }
    return mask;
  }

  /** Everybody in the mask gets this verdict. */
  static int verdicts(int mask, int verdict) {
    int verdicts = 0;
    for (int i = 0; i < World.MOST_RECIPIENTS; i++) {
      verdicts |= (mask >> i & 1) == 1 ? verdict << (2 * i) : 0;
    }
    return verdicts;
  }

  static String name(int worker) {
    return "w" + token(worker) + "/att" + attempt(worker);
  }

  static String text(int verdicts, int recipients) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < recipients; i++) {
      text.append("-idr".charAt(verdict(verdicts, i)));
    }
    return text.toString();
  }
}
