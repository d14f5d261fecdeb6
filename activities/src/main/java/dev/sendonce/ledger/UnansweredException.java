package dev.sendonce.ledger;

/**
 * The store did not answer a statement definitely: time-out, lost connection, no primary, write
 * concern not reached in time. It may have been applied, may be applied later, or never. Only a
 * majority read that shows the caller's own random token decides.
 */
public final class UnansweredException extends Exception {
  private static final long serialVersionUID = 1L;

  public UnansweredException(String message, Throwable cause) {
    super(message, cause);
  }
}
