package dev.sendonce.ledger;

import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import dev.sendonce.send.SendState;
import org.bson.Document;

/** Steps of verification and completion, and lines that change nothing. Plans are pure. */
final class Progress {
  private final Rewrite rewrite;

  Progress(Rewrite rewrite) {
    this.rewrite = rewrite;
  }

  Transition complete(SendKey key, String detail) {
    return rewrite.run(
        key,
        (row, stamp) -> {
          if (row.state() == SendState.SENT) {
            return Step.applied(row);
          }
          return row.state() == SendState.SMTP_ACCEPTED
              ? Step.write(
                  new Document(Row.STATE, row.state().wire()),
                  new Change(SendState.SENT, stamp.entry(Causes.COMPLETED, row.epoch(), detail)))
              : Step.missed(row);
        });
  }

  Transition probe(SendKey key, int attempt, boolean scheduled, String detail) {
    return rewrite.run(
        key,
        (row, stamp) -> {
          boolean looking =
              row.state() == SendState.CONFIRMING || row.state() == SendState.UNCONFIRMED;
          if (!looking || row.epoch() != attempt) {
            return Step.missed(row);
          }
          Change change = new Change(row.state(), stamp.entry(Causes.PROBE, attempt, detail));
          return Step.write(
              new Document(Row.STATE, row.state().wire()).append(Row.EPOCH, attempt),
              scheduled ? change.increment(Row.PROBES) : change);
        });
  }

  Transition exhaust(SendKey key, int attempt) {
    return rewrite.run(
        key,
        (row, stamp) -> {
          if (row.epoch() != attempt) {
            return Step.missed(row);
          }
          if (row.state() == SendState.UNCONFIRMED) {
            return Step.applied(row);
          }
          return row.state() == SendState.CONFIRMING
              ? Step.write(
                  new Document(Row.STATE, row.state().wire()).append(Row.EPOCH, attempt),
                  new Change(
                      SendState.UNCONFIRMED,
                      stamp.entry(Causes.EXHAUSTED, attempt, exhausted(row))))
              : Step.missed(row);
        });
  }

  /** A source that failed is not a source that found nothing, and people must not mix them up. */
  private static String exhausted(Send row) {
    return row.lastQuestionFailed()
        ? "Evidence "
            + Send.NOT_ASKED
            + " for at the last probe; ask again by a verification before a person decides."
        : "No evidence either way; a person has to decide.";
  }

  Transition note(SendKey key, String cause, String actor, String detail) {
    return rewrite.run(
        key,
        (row, stamp) ->
            Step.write(
                new Document(Row.STATE, row.state().wire()),
                new Change(row.state(), stamp.entry(cause, row.epoch(), actor, null, detail))));
  }
}
