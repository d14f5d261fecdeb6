package dev.sendonce.intake;

import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;

/** Gives a send the next number of the categories it asks for. Thread-safe. */
public interface ReferenceNumbers {
  /** Leaves references without a number. */
  ReferenceNumbers NONE = (key, wanted) -> wanted;

  /**
   * The reference with its number: for the same key always the same one, since an acceptance may be
   * repeated after a failure, and the message is frozen with it. Taken for good: when the
   * acceptance fails, the number waits for the key to be sent again.
   *
   * @throws dev.sendonce.ledger.LedgerUnavailableException when MongoDB does not answer
   */
  Send.Reference assign(SendKey key, Send.Reference wanted);
}
