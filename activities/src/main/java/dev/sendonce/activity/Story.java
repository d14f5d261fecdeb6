package dev.sendonce.activity;

import dev.sendonce.ledger.Causes;
import dev.sendonce.send.Redaction;
import dev.sendonce.send.Send;

/** A send in one redacted sentence. */
final class Story {
  private static final int LONGEST = 300;

  private Story() {}

  static String of(Send send) {
    return cut(Redaction.of(sentence(send)));
  }

  /** Whether the newest attempt was ended by somebody else than its owner. */
  static boolean wasSettled(Send send) {
    return send.timeline().stream()
        .anyMatch(entry -> Causes.SETTLED.equals(entry.cause()) && entry.attempt() == send.epoch());
  }

  /** Whether nobody knows because the ledger lost something, rather than because of an attempt. */
  static boolean wasAdopted(Send send) {
    for (int i = send.timeline().size() - 1; i >= 0; i--) {
      String cause = send.timeline().get(i).cause();
      if (Causes.ADOPTED.equals(cause) || Causes.ATTEMPT_OPENED.equals(cause)) {
        return Causes.ADOPTED.equals(cause);
      }
    }
    return false;
  }

  private static String sentence(Send send) {
    String attempt = send.attempt(send.epoch()).map(Story::attempt).orElse("");
    return switch (send.state()) {
      case PREPARED -> attempt.isEmpty() ? "Accepted, not tried yet." : attempt + " To be retried.";
      case SMTP_INFLIGHT -> attempt;
      case SMTP_ACCEPTED -> attempt + " The work after acceptance is still to be done.";
      case SENT -> attempt + lastWord(send);
      case CONFIRMING, UNCONFIRMED ->
          attempt + " The relay may or may not have taken the message." + lastWord(send);
      case NOT_SENT ->
          (attempt.isEmpty() ? "Never tried." : attempt)
              + " Reason: "
              + (send.reason() == null ? "unknown" : send.reason().wire())
              + ".";
    };
  }

  private static String attempt(Send.Attempt attempt) {
    String number = "Attempt " + attempt.number();
    if (attempt.outcome() == null) {
      return number
          + (attempt.endOfDataAt() == null
              ? " is open, end of data not reached."
              : " reached end of data, no outcome recorded.");
    }
    String why = attempt.reply() != null ? attempt.reply().toString() : attempt.cause();
    return number
        + ": "
        + attempt.outcome().replace('_', ' ')
        + (why == null ? "." : " (" + why + ").");
  }

  /** What was learnt or decided after the attempt; the attempt's own outcome says the rest. */
  private static String lastWord(Send send) {
    for (int i = send.timeline().size() - 1; i >= 0; i--) {
      Send.TimelineEntry entry = send.timeline().get(i);
      boolean ownOutcome = entry.cause() == null || entry.cause().startsWith(Causes.OUTCOME);
      if (ownOutcome) {
        return "";
      }
      if (!entry.cause().equals(Causes.COMPLETED) || entry.detail() != null) {
        String word = " Last: " + entry.cause();
        word += entry.detail() == null ? "" : ": " + entry.detail();
        return word + (word.endsWith(".") ? "" : ".");
      }
    }
    return "";
  }

  private static String cut(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST - 1) + "…";
  }
}
