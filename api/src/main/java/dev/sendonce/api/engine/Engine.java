package dev.sendonce.api.engine;

import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import java.net.URI;

/** Temporal, as the REST side sees it. Losing it loses nothing: the sweeper catches up. */
public interface Engine {
  /**
   * Starts the workflow of an accepted send. Answers within five seconds and never throws.
   *
   * @return false when Temporal could not be reached
   */
  boolean start(Send send);

  /** Tells the workflow that its ledger row changed. Never throws; a missing workflow is fine. */
  void wake(SendKey key);

  /** Whether Temporal answered lately. */
  boolean reachable();

  /** The page of the workflow in the Temporal UI. */
  URI uiLink(SendKey key);
}
