package dev.sendonce.intake;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sendonce.send.SendKey;

/**
 * From a request to an accepted send: validates, freezes the message, records the ledger row.
 * Starts no workflow. Throws {@link dev.sendonce.ledger.LedgerUnavailableException} when nothing
 * was accepted because MongoDB did not answer. Thread-safe.
 */
@SuppressWarnings("DoNotCallSuggester")
public final class Intake {
  /**
   * Accepts the JSON body of a POST.
   *
   * @param submitter who asks and what they may do
   */
  public Acceptance accept(Submitter submitter, SendKey key, JsonNode request) {
    throw new UnsupportedOperationException();
  }
}
