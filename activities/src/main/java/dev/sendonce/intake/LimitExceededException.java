package dev.sendonce.intake;

import java.io.IOException;

/** Ends the reading of a request that is larger than it may be; the message names the limit. */
final class LimitExceededException extends IOException {
  private static final long serialVersionUID = 1L;

  LimitExceededException(String message) {
    super(message);
  }
}
