package dev.sendonce.lab.launch;

/** Why a deployment cannot run; the message is one sentence for people, with the next step. */
final class StartFailure extends Exception {
  private static final long serialVersionUID = 1L;

  StartFailure(String message) {
    super(message);
  }

  StartFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
