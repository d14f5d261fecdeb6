package dev.sendonce.ledger;

import dev.sendonce.send.Send;
import java.util.function.Function;
import org.bson.Document;

/** What a transition decides from the row that it read. */
sealed interface Step {
  /** Nothing to write; this is the answer. */
  record Answer(Transition transition) implements Step {}

  /**
   * Write the change if the row still matches.
   *
   * @param guards the semantic part of the filter; {@code _id} and version are added to it
   * @param whenGuarded the answer when the row is unchanged and yet the write missed, because a
   *     guard that only the server can check stood in the way; null where there is none
   */
  record Write(Document guards, Change change, Function<Send, Transition> whenGuarded)
      implements Step {}

  static Step applied(Send row) {
    return new Answer(new Transition.Applied(row));
  }

  static Step missed(Send row) {
    return new Answer(new Transition.Missed(row));
  }

  static Step refused(Send row, Transition.Refusal refusal) {
    return new Answer(new Transition.Refused(row, refusal, null));
  }

  static Step write(Document guards, Change change) {
    return new Write(guards, change, null);
  }
}
