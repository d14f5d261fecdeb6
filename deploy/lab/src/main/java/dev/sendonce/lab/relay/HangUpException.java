package dev.sendonce.lab.relay;

import java.io.IOException;

/** The conversation is over: the client left, a script closed the line, or the relay ends. */
final class HangUpException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Who ended it. */
  enum By {
    CLIENT,
    SCRIPT,
    RELAY
  }

  private final By by;

  HangUpException(By by) {
    super("ended by the " + by);
    this.by = by;
  }

  By by() {
    return by;
  }
}
