package dev.sendonce.activity;

import dev.sendonce.send.SendKey;

/** Tells the workflow of a send that its row changed. Never throws. */
@FunctionalInterface
public interface Waker {
  /** Best effort: a missing workflow is started by the sweeper and reads the row itself. */
  void wake(SendKey key);
}
