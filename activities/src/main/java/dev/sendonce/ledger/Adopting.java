package dev.sendonce.ledger;

import dev.sendonce.send.Send;
import dev.sendonce.send.Send.Recipient;
import dev.sendonce.send.SendKey;
import dev.sendonce.send.SendState;
import java.util.List;
import org.bson.Document;

/**
 * After MongoDB was restored from a backup nobody knows what was sent since (rule 12): every
 * recipient that is still open becomes uncertain and doubted, no attempt owns the send or may
 * report in full any more, and the guard counts from now. A send in {@code smtp_accepted} stays:
 * its acceptance is a fact. Plans are pure.
 */
final class Adopting {
  private final Rewrite rewrite;

  Adopting(Rewrite rewrite) {
    this.rewrite = rewrite;
  }

  Transition adopt(SendKey key, String actor) {
    return rewrite.run(
        key,
        (row, stamp) -> {
          if (row.state().isTerminal() || row.state() == SendState.SMTP_ACCEPTED) {
            return Step.missed(row);
          }
          List<Recipient> after =
              row.recipients().stream()
                  .map(
                      recipient ->
                          RecipientRules.isOpen(recipient)
                              ? RecipientRules.doubted(recipient)
                              : recipient)
                  .toList();
          Entry entry =
              stamp.entry(
                  Causes.ADOPTED,
                  row.epoch(),
                  actor,
                  null,
                  "Restored from a backup; what happened since is not known.");
          Change change =
              Change.derived(Derivation.of(after, SendState.UNCONFIRMED), null, entry)
                  .recipients(row.recipients(), after)
                  .set(Row.RETRY_AT, null)
                  .serverTime(Row.LAST_END_OF_DATA_AT);
          for (Send.Attempt attempt : row.attempts()) {
            change.set(Row.attempt(attempt.number(), Row.RETIRED), true);
          }
          return Step.write(new Document(Row.STATE, row.state().wire()), change);
        });
  }
}
