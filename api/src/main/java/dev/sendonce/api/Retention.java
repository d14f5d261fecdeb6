package dev.sendonce.api;

import dev.sendonce.ledger.Ledger;
import dev.sendonce.ledger.LedgerUnavailableException;
import dev.sendonce.ledger.Messages;
import dev.sendonce.ledger.SendQueries;
import dev.sendonce.ledger.Transition;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Erases content and addresses of sends that ended long enough ago. Every node may run it at once:
 * erasing twice is erasing once.
 */
final class Retention implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(Retention.class);
  private static final int PAGE = 200;

  private final SendQueries queries;
  private final Ledger ledger;
  private final Messages messages;
  private final Duration kept;
  private final Clock clock;

  Retention(Storage storage, Duration kept, Clock clock) {
    this.queries = storage.queries();
    this.ledger = storage.ledger();
    this.messages = storage.messages();
    this.kept = kept;
    this.clock = clock;
  }

  @Override
  public void run() {
    int erased = 0;
    try {
      int now;
      do {
        now = erasePage();
        erased += now;
      } while (now == PAGE);
    } catch (LedgerUnavailableException e) {
      LOG.warn("Retention stopped: the ledger did not answer; it goes on later.");
    } catch (RuntimeException e) {
      // a scheduled task that throws is never run again
      LOG.error("Retention failed: {}", e.getClass().getName());
    }
    if (erased > 0) {
      LOG.info("Retention erased the content of {} sends.", erased);
    }
  }

  /** A page that could not be erased whole ends the round, so that no round is endless. */
  private int erasePage() {
    List<SendKey> page = queries.keptSince(clock.instant().minus(kept), PAGE);
    return (int) page.stream().filter(this::erase).count();
  }

  /** The row first: once it says erased, nobody looks for bytes, and a crash leaves only those. */
  private boolean erase(SendKey key) {
    if (ledger.erase(key, "retention") instanceof Transition.Applied applied) {
      Send send = applied.send();
      messages.delete(send.id());
      return true;
    }
    return false;
  }
}
