package dev.sendonce.ledger.exploration;

import java.util.Arrays;

/**
 * Everything at one moment: the row, the executions, what is on the wire, what is under way, what
 * is true, and what may still be done.
 */
final class World {
  static final int MOST_RECIPIENTS = 2;
  private static final int HEAD = 4;

  private final int row;
  private final int[] workers;
  private final int[] dots;
  private final int[] pending;
  private final int truth;
  private final int budget;
  private final int[] backup;

  World(int row, int[] workers, int[] dots, int[] pending, int truth, int budget, int[] backup) {
    this.row = row;
    this.workers = workers;
    this.dots = dots;
    this.pending = pending;
    this.truth = truth;
    this.budget = budget;
    this.backup = backup;
  }

  /** Id of a canonical {@link Shape}. */
  int row() {
    return row;
  }

  /** Each a {@link Worker}; not to be changed. */
  int[] workers() {
    return workers;
  }

  /** Each a {@link Dot}; not to be changed. */
  int[] dots() {
    return dots;
  }

  /** Each a {@link Pending}; not to be changed. */
  int[] pending() {
    return pending;
  }

  /** See {@link Truth}. */
  int truth() {
    return truth;
  }

  /** What may still be ordered or done, see {@link Budget}. */
  int budget() {
    return budget;
  }

  /**
   * Empty, or the row that a backup holds and then, for each of its tokens, the number it has in
   * this world, 0 when nobody holds it.
   */
  int[] backup() {
    return backup;
  }

  static World start(Shape row, int budget) {
    int[] none = new int[0];
    return new World(row.id(), none, none, none, Truth.START, budget, none);
  }

  int[] packed() {
    int[] packed = new int[HEAD + workers.length + dots.length + pending.length + backup.length];
    packed[0] = row;
    packed[1] = truth;
    packed[2] = budget;
    packed[3] = workers.length | (dots.length << 8) | (pending.length << 16);
    int at = HEAD;
    for (int[] part : new int[][] {workers, dots, pending, backup}) {
      System.arraycopy(part, 0, packed, at, part.length);
      at += part.length;
    }
    return packed;
  }

  static World unpacked(int[] packed) {
    int dots = HEAD + Bits.field(packed[3], 0, 8);
    int pending = dots + Bits.field(packed[3], 8, 8);
    int backup = pending + Bits.field(packed[3], 16, 8);
    return new World(
        packed[0],
        Arrays.copyOfRange(packed, HEAD, dots),
        Arrays.copyOfRange(packed, dots, pending),
        Arrays.copyOfRange(packed, pending, backup),
        packed[1],
        packed[2],
        Arrays.copyOfRange(packed, backup, packed.length));
  }

  /** May this execution still put a final dot on the wire? */
  static boolean canWrite(int worker, Shape row) {
    return Worker.at(worker) == Worker.At.LATCHED
        || (Worker.at(worker) == Worker.At.LATCH_UNANSWERED
            && row.inFlight()
            && row.owner() == Worker.token(worker));
  }

  /** Can a dot for one of these recipients still be written or arrive? */
  boolean canArrive(Shape shape, int mask) {
    for (int worker : workers) {
      if (canWrite(worker, shape) && (Worker.taken(Worker.verdicts(worker)) & mask) != 0) {
        return true;
      }
    }
    for (int dot : dots) {
      if ((Dot.mask(dot) & mask) != 0) {
        return true;
      }
    }
    return false;
  }

  boolean canArriveOf(Shape shape, int attempt) {
    for (int worker : workers) {
      if (Worker.attempt(worker) == attempt && canWrite(worker, shape)) {
        return true;
      }
    }
    return Arrays.stream(dots).anyMatch(dot -> Dot.attempt(dot) == attempt);
  }
}
