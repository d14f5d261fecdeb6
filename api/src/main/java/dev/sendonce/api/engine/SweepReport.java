package dev.sendonce.api.engine;

/**
 * What one sweep did.
 *
 * @param started workflows that were missing
 * @param woken workflows that had missed a change
 * @param settled attempts that nobody reported
 * @param removed finished sends taken off the work list
 * @param unfinished sends still on the list
 */
public record SweepReport(int started, int woken, int settled, int removed, int unfinished) {
  /** Nothing was there to do. */
  static final SweepReport NOTHING = new SweepReport(0, 0, 0, 0, 0);

  boolean didSomething() {
    return started + woken + settled > 0;
  }

  SweepReport plus(SweepReport other) {
    return new SweepReport(
        started + other.started,
        woken + other.woken,
        settled + other.settled,
        removed + other.removed,
        unfinished + other.unfinished);
  }
}
