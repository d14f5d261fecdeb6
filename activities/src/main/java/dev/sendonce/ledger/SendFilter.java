package dev.sendonce.ledger;

import dev.sendonce.send.SendState;
import java.time.Instant;

/**
 * Which sends a list shows; null means "all".
 *
 * @param recipient any spelling of an address; compared in canonical form
 * @param since accepted at or after this time
 */
public record SendFilter(
    SendState state, String client, String relay, String batch, String recipient, Instant since) {
  /** Every send. */
  public static final SendFilter ALL = new SendFilter(null, null, null, null, null, null);
}
