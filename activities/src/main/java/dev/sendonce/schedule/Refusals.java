package dev.sendonce.schedule;

import dev.sendonce.intake.Acceptance;
import java.util.stream.Collectors;

/** Why no send was accepted, in one sentence without content. */
final class Refusals {
  private Refusals() {}

  static String sentence(Acceptance answer) {
    if (answer instanceof Acceptance.Invalid invalid) {
      return invalid.errors().stream()
          .map(error -> "template." + error.field() + " " + error.message())
          .collect(Collectors.joining("; ", "", "."));
    }
    if (answer instanceof Acceptance.KeyReused reused) {
      return "The key stands for another letter; these fields differ: "
          + String.join(", ", reused.fields())
          + ".";
    }
    if (answer instanceof Acceptance.DuplicateContent duplicate) {
      return "The send " + duplicate.existingKey() + " has the same content.";
    }
    if (answer instanceof Acceptance.TooLarge large) {
      return large.message();
    }
    if (answer instanceof Acceptance.KeyTaken) {
      return "The key belongs to another client.";
    }
    return "The template is no request to send.";
  }
}
