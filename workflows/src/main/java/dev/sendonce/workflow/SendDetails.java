package dev.sendonce.workflow;

import dev.sendonce.activity.Delivery;
import dev.sendonce.send.HeldBy;
import dev.sendonce.send.SendView;
import java.util.Locale;

/**
 * The story of a send in Markdown, as the Temporal UI shows it: what, since when, why, what to do.
 */
final class SendDetails {
  private SendDetails() {}

  /**
   * @param held what keeps a prepared send from being tried, or null
   */
  static String of(SendView view, Delivery.Held held, String namespace) {
    StringBuilder text = new StringBuilder();
    text.append("## ").append(view.state().wire()).append("\n\n");
    line(text, "What", what(view));
    line(text, "Since", view.since().toString());
    line(text, "Why", held == null ? view.story() : why(held));
    line(text, "What happens next", next(view, held));
    String todo = toDo(view, namespace);
    if (!todo.isEmpty()) {
      text.append("\n### What to do\n\n").append(todo);
    }
    text.append("\n[Send](").append(view.link()).append(") · [Timeline](").append(view.link());
    text.append("/timeline)\n");
    return text.toString();
  }

  private static String why(Delivery.Held held) {
    return switch (held.by()) {
      case RELAY -> "The relay is held: " + held.cause();
      case NODE -> held.cause();
      case MESSAGE -> "What was accepted cannot be sent. " + held.cause();
    };
  }

  private static String what(SendView view) {
    String attempts = view.epoch() == 0 ? "no attempt yet" : "newest attempt " + view.epoch();
    return String.format(
        Locale.ROOT,
        "to %d recipient%s via relay %s, %s",
        view.recipients(),
        view.recipients() == 1 ? "" : "s",
        view.relay(),
        attempts);
  }

  private static String next(SendView view, Delivery.Held held) {
    return switch (view.state()) {
      case PREPARED -> prepared(view, held);
      case SMTP_INFLIGHT ->
          "The attempt ends by itself"
              + (view.deadline() == null ? "." : "; its deadline is " + view.deadline() + ".");
      case SMTP_ACCEPTED -> "The work after acceptance is done, then it is sent.";
      case CONFIRMING ->
          view.nextProbeAt() == null
              ? "Verification ends; a person decides."
              : "Verification looks for evidence again at " + view.nextProbeAt() + ".";
      case UNCONFIRMED -> "Nothing, until evidence arrives or a person decides.";
      case SENT, NOT_SENT -> "Nothing: this is final.";
    };
  }

  private static String prepared(SendView view, Delivery.Held held) {
    String until = "; it expires at " + view.expiresAt() + ".";
    if (held != null) {
      return held.by() == HeldBy.RELAY
          ? "The relay is tried again when its breaker allows it" + until
          : "It is looked at again at " + held.until() + until;
    }
    if (view.retryAt() != null) {
      return "Not before " + view.retryAt() + " it is tried again" + until;
    }
    return (view.sendAt() == null ? "It goes now" : "It goes at " + view.sendAt()) + until;
  }

  private static String toDo(SendView view, String namespace) {
    return switch (view.state()) {
      case CONFIRMING, UNCONFIRMED ->
          "Find out whether the message arrived (ask the relay's operator or the recipient), then"
              + " decide:\n\n"
              + decision(view, namespace, "sent", "it arrived")
              + decision(
                  view, namespace, "not_sent", "it did not arrive and is not wanted any more")
              + decision(view, namespace, "resend", "send it again; it may be a duplicate")
              + guard(view)
              + "\nLook for evidence now:\n\n"
              + command(view, namespace, "verifyNow", null);
      case PREPARED ->
          "Nothing needs to be done. To hold it back:\n\n"
              + command(view, namespace, "cancel", "{\"actor\":\"YOUR NAME\",\"note\":\"WHY\"}");
      case SMTP_INFLIGHT, SMTP_ACCEPTED, SENT, NOT_SENT -> "";
    };
  }

  private static String decision(SendView view, String namespace, String decision, String meaning) {
    String input =
        String.format(
            Locale.ROOT,
            "{\"decision\":\"%s\",\"actor\":\"YOUR NAME\",\"note\":\"WHY\",\"epoch\":%d}",
            decision,
            view.epoch());
    return "- **"
        + decision
        + "**: "
        + meaning
        + "\n\n"
        + command(view, namespace, "resolve", input);
  }

  private static String guard(SendView view) {
    return view.guardUntil() == null
        ? ""
        : "\nBefore "
            + view.guardUntil()
            + " `resend` and `not_sent` are refused, because the attempt could still arrive.\n";
  }

  private static String command(SendView view, String namespace, String name, String input) {
    return "```\ntemporal workflow update execute"
        + ("default".equals(namespace) ? "" : " --namespace " + namespace)
        + " --workflow-id '"
        + view.key()
        + "' --name "
        + name
        + (input == null ? "" : " --input '" + input + "'")
        + "\n```\n";
  }

  private static void line(StringBuilder text, String name, String value) {
    text.append("- **").append(name).append(":** ").append(value).append('\n');
  }
}
