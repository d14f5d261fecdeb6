package dev.sendonce.intake;

import com.fasterxml.jackson.core.JsonProcessingException;

/** The body is not one JSON object; the message says so in a sentence that may be shown. */
final class NoSingleObjectException extends JsonProcessingException {
  private static final long serialVersionUID = 1L;

  NoSingleObjectException(String message) {
    super(message);
  }
}
