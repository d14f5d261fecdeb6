package dev.sendonce.workflow;

import dev.sendonce.activity.ResolveOrder;
import dev.sendonce.send.SendState;
import dev.sendonce.send.SendView;
import io.temporal.failure.ApplicationFailure;
import java.util.ArrayList;
import java.util.List;

/**
 * Refuses orders that cannot be right, before they enter the history. What passes here is decided
 * by the ledger all the same: the view may be old.
 */
final class OrderChecks {
  /** Type of the failure that refuses an order. */
  static final String REFUSED = "OrderRefused";

  private OrderChecks() {}

  static void resolve(SendView view, ResolveOrder order) {
    known(view);
    List<String> missing = new ArrayList<>();
    if (order == null || order.decision() == null) {
      missing.add("decision (sent, not_sent or resend)");
    }
    if (order == null || isBlank(order.actor())) {
      missing.add("actor (who decides)");
    }
    if (order == null || isBlank(order.note())) {
      missing.add("note (why)");
    }
    if (order == null || order.epoch() == null) {
      missing.add("epoch (the attempt you looked at, now " + view.epoch() + ")");
    }
    if (!missing.isEmpty()) {
      throw refusal("Missing in the order: " + String.join(", ", missing) + ".");
    }
    if (!isUncertain(view)) {
      throw refusal(
          "wrong-state: the send is "
              + view.state().wire()
              + "; only confirming and unconfirmed sends are decided by people.");
    }
    if (order.epoch() != view.epoch()) {
      throw refusal(
          "stale-epoch: the newest attempt is "
              + view.epoch()
              + ", the order speaks of "
              + order.epoch()
              + "; look at the send again.");
    }
  }

  static void cancel(SendView view) {
    known(view);
    if (view.state().isTerminal()) {
      throw refusal("too-late: the send is " + view.state().wire() + ".");
    }
  }

  static void reschedule(SendView view, Orders.Reschedule order) {
    known(view);
    if (order == null || order.sendAt() == null) {
      throw refusal("Missing in the order: sendAt (a time with offset).");
    }
    prepared(view);
  }

  static void retryNow(SendView view) {
    known(view);
    prepared(view);
  }

  static void verifyNow(SendView view) {
    known(view);
    if (!isUncertain(view)) {
      throw refusal(
          "wrong-state: the send is " + view.state().wire() + "; there is nothing to verify.");
    }
  }

  private static void known(SendView view) {
    if (view == null) {
      throw refusal("The workflow has not looked at the ledger yet; try again in a moment.");
    }
  }

  private static void prepared(SendView view) {
    if (view.state() != SendState.PREPARED) {
      throw refusal(
          "wrong-state: the send is " + view.state().wire() + "; only a prepared one can change.");
    }
  }

  private static boolean isUncertain(SendView view) {
    return view.state() == SendState.CONFIRMING || view.state() == SendState.UNCONFIRMED;
  }

  private static boolean isBlank(String text) {
    return text == null || text.isBlank();
  }

  static ApplicationFailure refusal(String message) {
    return ApplicationFailure.newNonRetryableFailure(message, REFUSED);
  }
}
