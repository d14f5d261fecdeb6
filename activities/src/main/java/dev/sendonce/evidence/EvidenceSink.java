package dev.sendonce.evidence;

/**
 * Where arriving evidence goes: it finds the send, attaches the finding once, lets it confirm an
 * uncertain attempt, and wakes the workflow. Idempotent by {@link Arrival#id()}. Thread-safe.
 */
@FunctionalInterface
public interface EvidenceSink {
  /** What became of it. */
  enum Receipt {
    /** Attached now. */
    ATTACHED,
    /** Attached before; nothing changed. */
    REPEATED,
    /** No send, or no recipient of it, fits: a forgery, or a message of somebody else's. */
    UNKNOWN
  }

  /**
   * Takes one piece of evidence.
   *
   * @throws RuntimeException when the ledger is out of reach; to be offered again later
   */
  Receipt take(Arrival arrival);
}
