package dev.sendonce.ledger;

/** MongoDB did not answer with a majority. Whether a write was applied is not known. */
public final class LedgerUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public LedgerUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
