package dev.sendonce.activity;

import dev.sendonce.ledger.Transition;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendView;
import java.util.function.Function;

/** Answers to orders in one sentence each: what happened, or what was wrong and what to do. */
final class OrderAnswers {
  private final SendViews views;

  OrderAnswers(SendViews views) {
    this.views = views;
  }

  /**
   * @param done what to say when it was applied
   */
  OrderResult of(Transition transition, Function<SendView, String> done) {
    if (transition instanceof Transition.Applied applied) {
      SendView view = views.of(applied.send());
      return new OrderResult(true, done.apply(view), view);
    }
    if (transition instanceof Transition.Refused refused) {
      return new OrderResult(false, refusal(refused), views.of(refused.send()));
    }
    if (transition instanceof Transition.Missed missed) {
      return new OrderResult(false, wrongState(missed.send()), views.of(missed.send()));
    }
    throw NoSuchSend.failure();
  }

  private static String refusal(Transition.Refused refused) {
    Send send = refused.send();
    return switch (refused.refusal()) {
      case TOO_LATE -> "too-late: the send is " + send.state().wire() + "; nothing was changed.";
      case ALREADY_FINAL ->
          "already-final: the send is "
              + send.state().wire()
              + " and stays so; nothing was changed.";
      case STALE_EPOCH ->
          "stale-epoch: the newest attempt is "
              + send.epoch()
              + "; look at the send again and repeat the order with this epoch.";
      case TOO_EARLY ->
          "too-early: an earlier attempt could still arrive; repeat the order after "
              + refused.notBefore()
              + ".";
      case WRONG_STATE -> wrongState(send);
    };
  }

  private static String wrongState(Send send) {
    return "wrong-state: the send is " + send.state().wire() + "; nothing was changed.";
  }
}
