package dev.sendonce.ledger;

import dev.sendonce.send.Send;
import java.time.Instant;

/** The answer to a transition: it was applied, or the row says why not. */
public sealed interface Transition {
  /** This call (or an earlier one with the same token or order id) changed the row to this. */
  record Applied(Send send) implements Transition {}

  /** The row was not in the state this transition starts from; nothing changed. */
  record Missed(Send send) implements Transition {}

  /**
   * A person's order was refused; nothing changed.
   *
   * @param notBefore for {@link Refusal#TOO_EARLY}: when it may be tried again; else null
   */
  record Refused(Send send, Refusal refusal, Instant notBefore) implements Transition {}

  /** No such send. */
  record NotFound() implements Transition {}

  /** Why an order was refused, named as in the problem types of the REST API. */
  enum Refusal {
    TOO_LATE,
    ALREADY_FINAL,
    STALE_EPOCH,
    TOO_EARLY,
    WRONG_STATE
  }
}
