package dev.sendonce.activity;

import com.codahale.metrics.Timer;
import dev.sendonce.ledger.Ledger;
import dev.sendonce.ledger.LedgerUnavailableException;
import dev.sendonce.send.AttemptResult;
import dev.sendonce.send.Redaction;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the outcome of an attempt home: into the ledger, tried again for some seconds, or else as
 * the value that the workflow records with a retried activity. Thread-safe.
 */
final class OutcomeRecorder {
  private static final Logger LOG = LoggerFactory.getLogger(OutcomeRecorder.class);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(3);

  private final Ledger ledger;
  private final SendViews views;
  private final Sleeper sleeper;
  private final Timer window;

  /**
   * @param window the critical window: from the relay's reply to end of data to its record, or to
   *     the moment when it was left to the workflow
   */
  OutcomeRecorder(Ledger ledger, SendViews views, Sleeper sleeper, Timer window) {
    this.ledger = ledger;
    this.views = views;
    this.sleeper = sleeper;
    this.window = window;
  }

  /**
   * Never throws.
   *
   * @param replyReadAt monotonic time; empty when end of data was not answered
   */
  Delivery record(
      SendKey key,
      int attempt,
      String token,
      AttemptResult result,
      Instant retryAt,
      OptionalLong replyReadAt) {
    Delivery delivery = write(key, attempt, token, result, retryAt);
    replyReadAt.ifPresent(read -> window.update(sleeper.nanoTime() - read, TimeUnit.NANOSECONDS));
    return delivery;
  }

  private Delivery write(
      SendKey key, int attempt, String token, AttemptResult result, Instant retryAt) {
    long end = sleeper.nanoTime() + DeliveryLimits.RECORD.toNanos();
    Duration pause = FIRST_PAUSE;
    do {
      try {
        Optional<Send> row = Rows.of(ledger.recordOutcome(key, attempt, token, result, retryAt));
        return row.<Delivery>map(send -> new Delivery.Recorded(views.of(send)))
            .orElseGet(() -> new Delivery.Unclear("The ledger has no such send any more."));
      } catch (LedgerUnavailableException e) {
        LOG.warn("The outcome of {}, attempt {}, is not recorded yet.", key, attempt, e);
      } catch (RuntimeException e) {
        // After a claim nothing may be thrown: a thrown attempt can be run again by an operator.
        LOG.error("The outcome of {}, attempt {}, could not be recorded.", key, attempt, e);
        break;
      }
      if (!sleeper.sleep(pause)) {
        break;
      }
      Duration longer = pause.multipliedBy(2);
      pause = longer.compareTo(LONGEST_PAUSE) < 0 ? longer : LONGEST_PAUSE;
    } while (sleeper.nanoTime() < end);
    return new Delivery.Unrecorded(token, Redaction.of(result));
  }
}
