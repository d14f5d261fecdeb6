package dev.sendonce.ledger;

import dev.sendonce.send.SendState;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.bson.Document;

/**
 * Acceptance: one insert of the key. An answer that the key exists, or none at all, is resolved by
 * comparing the random id of the send in a majority read. Thread-safe.
 */
final class Preparing {
  private final SendStore store;
  private final ActiveSends active;
  private final Clock clock;
  private final Patience patience;
  private final UnaryOperator<String> samePerson;

  Preparing(
      SendStore store,
      ActiveSends active,
      Clock clock,
      Patience patience,
      UnaryOperator<String> samePerson) {
    this.store = store;
    this.active = active;
    this.clock = clock;
    this.patience = patience;
    this.samePerson = samePerson;
  }

  Preparation prepare(NewSend send) {
    Entry entry =
        new Stamp(UUID.randomUUID().toString(), clock.instant()).entry(Causes.PREPARED, 0, null);
    Document row =
        SendCodec.insertion(
            send, Derivation.of(send.recipients(), SendState.PREPARED), entry, samePerson);
    Patience.Waiting waiting = patience.start();
    active.add(send.key());
    UnansweredException cause = null;
    do {
      try {
        if (store.insert(row)) {
          return new Preparation.Prepared(SendCodec.decode(row));
        }
        Optional<Preparation> answer = read(send);
        if (answer.isPresent()) {
          return answer.get();
        }
      } catch (UnansweredException e) {
        cause = e;
        Optional<Preparation> answer = readAfter(send);
        if (answer.isPresent()) {
          return answer.get();
        }
      }
    } while (waiting.again());
    throw new LedgerUnavailableException(
        "The ledger did not confirm the acceptance of " + send.key() + ".", cause);
  }

  private Optional<Preparation> readAfter(NewSend send) {
    try {
      return read(send);
    } catch (UnansweredException e) {
      return Optional.empty();
    }
  }

  private Optional<Preparation> read(NewSend send) throws UnansweredException {
    return store
        .find(send.key().value())
        .map(SendCodec::decode)
        .map(
            found ->
                found.id().equals(send.id())
                    ? new Preparation.Prepared(found)
                    : new Preparation.Taken(found));
  }
}
