package dev.sendonce.api.lab;

/**
 * Named places inside an attempt at which a lab may hold, kill or freeze the process. Exists only
 * where the configuration says {@code lab: true}. Implementations are thread-safe.
 */
interface LabPoints {
  /** Claimed in the ledger; the network has not been used. */
  String CLAIMED = "claimed";

  /** The body is written; end of data is not recorded yet. */
  String BEFORE_LATCH = "before-latch";

  /** End of data is recorded; the final dot is not written yet. */
  String LATCHED = "latched";

  /** The transaction is over; its outcome is not recorded yet. */
  String REPLIED = "replied";

  /** Returns when the lab lets the attempt go on. */
  void reached(String point, String sendId, int attempt);
}
