package dev.sendonce.intake;

import dev.sendonce.send.Send;
import java.util.List;

/** The answer to a request to send; only {@link Accepted} created anything. */
public sealed interface Acceptance {
  /** Recorded with majority: it will go out at most once, and it will not be lost. */
  record Accepted(Send send) implements Acceptance {}

  /** The same request under the same key was accepted before; its live state. */
  record Replayed(Send send) implements Acceptance {}

  /** The key stands for another request; the fields that differ, without their content. */
  record KeyReused(List<String> fields) implements Acceptance {}

  /** The key belongs to another client. */
  record KeyTaken() implements Acceptance {}

  /** Another send with this content to one of these people is on its way or went out. */
  record DuplicateContent(String existingKey) implements Acceptance {}

  /** Every invalid field of the request. */
  record Invalid(List<FieldError> errors) implements Acceptance {}

  /** Not JSON at all, or not a message; the sentence says where. */
  record Unreadable(String message) implements Acceptance {}

  /** Larger than a limit, which the message names. */
  record TooLarge(String message) implements Acceptance {}

  /** The same key is being accepted at this moment. */
  record InProgress() implements Acceptance {}
}
