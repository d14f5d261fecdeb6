package dev.sendonce.api.engine;

import dev.sendonce.ledger.Ledger;
import dev.sendonce.ledger.Transition;
import dev.sendonce.send.Send;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What to do with a new send whose key Temporal knows from before: the ledger must have lost a
 * record, so nobody knows whether that letter went out. It is parked for a person.
 */
public final class EarlierLife {
  private static final Logger LOG = LoggerFactory.getLogger(EarlierLife.class);
  private static final String ACTOR = "temporal";

  private EarlierLife() {}

  /**
   * Starts the workflow of a new send, or parks the send.
   *
   * @return the send afterwards
   */
  public static Send startOrPark(Engine engine, Ledger ledger, Send send) {
    return engine.start(send) == Engine.Start.KNOWN_BEFORE ? park(ledger, send) : send;
  }

  /**
   * Parks the send: unconfirmed, doubted, with the guard counting from now.
   *
   * @return the send afterwards
   */
  static Send park(Ledger ledger, Send send) {
    if (!(ledger.adoptRestored(send.key(), ACTOR) instanceof Transition.Applied)) {
      return ledger.find(send.key()).orElse(send);
    }
    LOG.error(
        "Temporal knows {} from before the ledger's record; it is parked for a person.",
        send.key());
    Transition noted =
        ledger.note(
            send.key(),
            "known_before",
            ACTOR,
            "Temporal has a workflow with this key that is older than this record, so an earlier"
                + " letter may have gone out under it. It is never sent by itself.");
    return noted instanceof Transition.Applied applied ? applied.send() : send;
  }
}
