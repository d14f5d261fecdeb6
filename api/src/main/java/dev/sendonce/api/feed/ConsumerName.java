package dev.sendonce.api.feed;

import dev.sendonce.api.auth.Caller;
import dev.sendonce.api.problem.Problem;
import dev.sendonce.api.problem.ProblemException;
import dev.sendonce.intake.FieldError;
import dev.sendonce.sequence.Sequence;
import java.util.List;

/** The name of a consumer as it is stored. */
final class ConsumerName {
  private ConsumerName() {}

  /** Each client has its own consumers, and no blank is in a name; 422 outside the rule. */
  static String of(Caller caller, String name) {
    if (!Sequence.isName(name)) {
      throw new ProblemException(
          Problem.invalid(
              List.of(new FieldError("name", "must be 1 to 64 characters of A-Z a-z 0-9 . _ -"))));
    }
    return caller.own(name);
  }
}
