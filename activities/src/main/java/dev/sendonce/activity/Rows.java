package dev.sendonce.activity;

import dev.sendonce.ledger.Transition;
import dev.sendonce.send.Send;
import java.util.Optional;

/** The row behind an answer of the ledger, whatever the answer was. */
final class Rows {
  private Rows() {}

  static Optional<Send> of(Transition transition) {
    if (transition instanceof Transition.Applied applied) {
      return Optional.of(applied.send());
    }
    if (transition instanceof Transition.Missed missed) {
      return Optional.of(missed.send());
    }
    if (transition instanceof Transition.Refused refused) {
      return Optional.of(refused.send());
    }
    return Optional.empty();
  }
}
