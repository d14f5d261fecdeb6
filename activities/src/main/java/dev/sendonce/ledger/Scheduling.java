package dev.sendonce.ledger;

import dev.sendonce.ledger.Transition.Refusal;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import dev.sendonce.send.SendState;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.bson.Document;

/** When a prepared send goes. Plans are pure. */
final class Scheduling {
  private final Rewrite rewrite;

  Scheduling(Rewrite rewrite) {
    this.rewrite = rewrite;
  }

  Transition reschedule(SendKey key, Instant sendAt, String actor) {
    return rewrite.run(
        key,
        (row, stamp) -> {
          if (row.state() != SendState.PREPARED) {
            return notPrepared(row);
          }
          Instant at = sendAt.truncatedTo(ChronoUnit.MILLIS);
          if (at.equals(row.sendAt())) {
            return Step.applied(row);
          }
          Change change =
              new Change(
                      row.state(),
                      stamp.entry(
                          Causes.RESCHEDULED, row.epoch(), actor, null, "to be sent at " + at))
                  .at(Row.SEND_AT, at);
          if (row.expiresAt() != null) {
            change.at(Row.EXPIRES_AT, Expiry.begin(row, at).plus(Expiry.allowed(row)));
          }
          return Step.write(prepared(), change);
        });
  }

  Transition retryNow(SendKey key, String actor) {
    return rewrite.run(
        key,
        (row, stamp) -> {
          boolean waitsForItsTime =
              row.epoch() == 0 && row.sendAt() != null && row.sendAt().isAfter(stamp.at());
          if (row.state() != SendState.PREPARED || waitsForItsTime) {
            return notPrepared(row);
          }
          return Step.write(
              prepared(),
              new Change(
                      row.state(),
                      stamp.entry(Causes.RETRY_REQUESTED, row.epoch(), actor, null, null))
                  .set(Row.RETRY_AT, null));
        });
  }

  private static Step notPrepared(Send row) {
    return Step.refused(
        row, row.state().isTerminal() ? Refusal.ALREADY_FINAL : Refusal.WRONG_STATE);
  }

  private static Document prepared() {
    return new Document(Row.STATE, SendState.PREPARED.wire());
  }
}
