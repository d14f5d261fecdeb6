package dev.sendonce.intake.outbox;

import dev.sendonce.intake.Acceptance;
import dev.sendonce.intake.FieldError;
import java.util.stream.Collectors;

/** Why a document was refused, for {@code lastError}: the field and the remedy. */
final class Refusal {
  private Refusal() {}

  /**
   * The reason in this answer.
   *
   * @throws IllegalArgumentException when the answer refuses nothing
   */
  static String of(Acceptance answer) {
    if (answer instanceof Acceptance.Invalid invalid) {
      return invalid.errors().stream().map(Refusal::sentence).collect(Collectors.joining("; "));
    }
    if (answer instanceof Acceptance.KeyReused reused) {
      return "The key stands for another request; these fields differ: "
          + String.join(", ", reused.fields())
          + ". Use a new key for a new request.";
    }
    if (answer instanceof Acceptance.DuplicateContent duplicate) {
      return "The same content to the same person is on its way under key "
          + duplicate.existingKey()
          + "; set allowDuplicateContent to send it again.";
    }
    if (answer instanceof Acceptance.TooLarge large) {
      return "request: " + large.message();
    }
    if (answer instanceof Acceptance.Unreadable unreadable) {
      return "request: " + unreadable.message();
    }
    if (answer instanceof Acceptance.KeyTaken) {
      return "The key belongs to another client; choose another one.";
    }
    if (answer instanceof Acceptance.Accepted
        || answer instanceof Acceptance.Replayed
        || answer instanceof Acceptance.InProgress) {
      throw new IllegalArgumentException("No refusal: " + answer.getClass().getSimpleName());
    }
    throw new IllegalStateException("Unknown answer: " + answer.getClass().getSimpleName());
  }

  private static String sentence(FieldError error) {
    return error.field() + ": " + error.message();
  }
}
