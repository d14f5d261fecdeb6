package dev.sendonce.api.engine;

import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import java.net.URI;

/** Temporal, as the REST side sees it. Losing it loses nothing: the sweeper catches up. */
public interface Engine {
  /** Starts the workflow of an accepted send. Answers within five seconds and never throws. */
  Start start(Send send);

  /** What became of a start. */
  enum Start {
    /** It runs, or one of the same send ran already. */
    DONE,
    /** Temporal could not be reached; the sweeper will. */
    UNREACHABLE,
    /**
     * Temporal knows a workflow with this key that belongs to no send in the ledger: the record of
     * an earlier life is lost, and that letter may have gone out.
     */
    KNOWN_BEFORE
  }

  /** Tells the workflow that its ledger row changed. Never throws; a missing workflow is fine. */
  void wake(SendKey key);

  /** Told that a call was not answered in time: Temporal counts as away until it answers. */
  default void keptWaiting() {}

  /** Whether Temporal answered lately. */
  boolean reachable();

  /** False when Temporal knows of no worker that waits for letters of this relay; else true. */
  default boolean hasWorkers(String relay) {
    return true;
  }

  /** The page of the workflow in the Temporal UI. */
  URI uiLink(SendKey key);
}
