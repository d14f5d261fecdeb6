package dev.sendonce.api.send;

import dev.sendonce.api.problem.Problem;
import dev.sendonce.api.problem.ProblemException;
import dev.sendonce.api.problem.ProblemType;
import dev.sendonce.ledger.Transition;
import dev.sendonce.send.Decision;
import dev.sendonce.send.Send;
import java.util.ArrayList;
import java.util.List;

/** What a client learns about a transition it asked for: the send, or why not. */
final class OrderAnswers {
  private OrderAnswers() {}

  /** The send after the order; throws the problem when it was refused. */
  static Send applied(Transition transition) {
    if (transition instanceof Transition.Applied applied) {
      return applied.send();
    }
    if (transition instanceof Transition.Refused refused) {
      throw new ProblemException(problem(refused));
    }
    if (transition instanceof Transition.Missed missed) {
      throw new ProblemException(wrongState(missed.send()));
    }
    throw VisibleSends.notFound();
  }

  /**
   * The same transition, when the send has under this id the decision that was ordered; throws the
   * problem when it has another one, because then nothing was applied.
   */
  static Transition ofOrder(Transition transition, String id, Decision decision, int epoch) {
    if (transition instanceof Transition.Applied applied) {
      applied.send().orders().stream()
          .filter(order -> order.id().equals(id))
          .forEach(order -> checkSame(order, decision, epoch));
    }
    return transition;
  }

  private static void checkSame(Send.Order order, Decision decision, int epoch) {
    List<String> fields = new ArrayList<>();
    if (order.decision() != decision) {
      fields.add("decision");
    }
    if (order.epoch() != epoch) {
      fields.add("epoch");
    }
    if (!fields.isEmpty()) {
      throw new ProblemException(
          Problem.of(
                  ProblemType.KEY_REUSED,
                  "Another order was applied under this key; these fields differ: "
                      + String.join(", ", fields)
                      + ".")
              .with("fields", fields));
    }
  }

  static Problem notUncertain(Send send) {
    return send.state().isTerminal() ? alreadyFinal(send) : wrongState(send);
  }

  private static Problem alreadyFinal(Send send) {
    return Problem.of(
            ProblemType.ALREADY_FINAL, "The send is finished: " + send.state().wire() + ".")
        .with("state", send.state());
  }

  private static Problem wrongState(Send send) {
    return Problem.of(
            ProblemType.WRONG_STATE, "The send is " + send.state().wire() + "; nothing changed.")
        .with("state", send.state());
  }

  private static Problem problem(Transition.Refused refused) {
    Send send = refused.send();
    return switch (refused.refusal()) {
      case TOO_LATE ->
          Problem.of(
                  ProblemType.TOO_LATE,
                  "The send is " + send.state().wire() + "; it cannot be held back any more.")
              .with("state", send.state());
      case ALREADY_FINAL -> alreadyFinal(send);
      case STALE_EPOCH ->
          Problem.of(ProblemType.STALE_EPOCH, "The newest attempt is number " + send.epoch() + ".")
              .with("epoch", send.epoch())
              .with("state", send.state());
      case TOO_EARLY ->
          Problem.of(
                  ProblemType.TOO_EARLY,
                  "The last attempt may still arrive until " + refused.notBefore() + ".")
              .with("notBefore", refused.notBefore())
              .with("state", send.state());
      case WRONG_STATE -> wrongState(send);
    };
  }
}
