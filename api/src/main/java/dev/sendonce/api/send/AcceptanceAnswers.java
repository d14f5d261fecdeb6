package dev.sendonce.api.send;

import dev.sendonce.api.problem.Problem;
import dev.sendonce.api.problem.ProblemException;
import dev.sendonce.api.problem.ProblemType;
import dev.sendonce.intake.Acceptance;
import java.time.Duration;

/** The problem behind each acceptance that created nothing. */
public final class AcceptanceAnswers {
  private static final Duration SOON = Duration.ofSeconds(1);

  private AcceptanceAnswers() {}

  /** What to throw. */
  public static ProblemException refusal(Acceptance acceptance) {
    if (acceptance instanceof Acceptance.KeyReused reused) {
      return new ProblemException(
          Problem.of(
                  ProblemType.KEY_REUSED,
                  "These fields differ from the request that was accepted under this key: "
                      + String.join(", ", reused.fields())
                      + ".")
              .with("fields", reused.fields()));
    }
    if (acceptance instanceof Acceptance.KeyTaken) {
      return problem(ProblemType.KEY_TAKEN);
    }
    if (acceptance instanceof Acceptance.DuplicateContent duplicate) {
      return new ProblemException(
          Problem.of(
                  ProblemType.DUPLICATE_CONTENT,
                  "The send '"
                      + duplicate.existingKey()
                      + "' has the same content; allowDuplicateContent: true sends it all the same.")
              .with("existingKey", duplicate.existingKey()));
    }
    if (acceptance instanceof Acceptance.Invalid invalid) {
      return new ProblemException(Problem.invalid(invalid.errors()));
    }
    if (acceptance instanceof Acceptance.Unreadable unreadable) {
      return new ProblemException(Problem.of(ProblemType.UNREADABLE_BODY, unreadable.message()));
    }
    if (acceptance instanceof Acceptance.TooLarge tooLarge) {
      return new ProblemException(Problem.of(ProblemType.TOO_LARGE, tooLarge.message()));
    }
    if (acceptance instanceof Acceptance.InProgress) {
      return new ProblemException(
          Problem.of(ProblemType.IN_PROGRESS, ProblemType.IN_PROGRESS.meaning()), SOON);
    }
    throw new IllegalStateException("Not a refusal: " + acceptance.getClass().getName());
  }

  private static ProblemException problem(ProblemType kind) {
    return new ProblemException(Problem.of(kind, kind.meaning()));
  }
}
