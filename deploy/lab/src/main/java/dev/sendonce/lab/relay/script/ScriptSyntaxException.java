package dev.sendonce.lab.relay.script;

/** The text of a script cannot be read; the message says where. */
public final class ScriptSyntaxException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  ScriptSyntaxException(String message) {
    super(message);
  }

  ScriptSyntaxException(String message, Throwable cause) {
    super(message, cause);
  }
}
