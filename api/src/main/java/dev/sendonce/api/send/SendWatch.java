package dev.sendonce.api.send;

import dev.sendonce.ledger.Ledger;
import dev.sendonce.ledger.LedgerUnavailableException;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendState;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Waits for a send to come to rest, without holding a thread: the row is read again at intervals
 * that grow from 50 ms to a second. Thread-safe.
 */
public final class SendWatch {
  private static final Duration FIRST = Duration.ofMillis(50);
  private static final Duration LONGEST = Duration.ofSeconds(1);

  private final Ledger ledger;
  private final Executor executor;
  private final LongSupplier nanoTime;

  public SendWatch(Ledger ledger, Executor executor, LongSupplier nanoTime) {
    this.ledger = ledger;
    this.executor = executor;
    this.nanoTime = nanoTime;
  }

  /** Whether nothing will move before evidence or a person does. */
  static boolean atRest(Send send) {
    return send.state().isTerminal() || send.state() == SendState.UNCONFIRMED;
  }

  /**
   * The send when it is at rest, or as it is when the time is over. A ledger that stops answering
   * meanwhile ends the wait with the last state known: the send was accepted all the same.
   */
  CompletionStage<Send> await(Send send, Duration wait) {
    CompletableFuture<Send> result = new CompletableFuture<>();
    look(send, nanoTime.getAsLong() + wait.toNanos(), FIRST, result);
    return result;
  }

  private void look(Send last, long deadline, Duration pause, CompletableFuture<Send> result) {
    long left = deadline - nanoTime.getAsLong();
    if (atRest(last) || left <= 0) {
      result.complete(last);
      return;
    }
    Duration next = pause.multipliedBy(2);
    Duration longer = next.compareTo(LONGEST) > 0 ? LONGEST : next;
    CompletableFuture.delayedExecutor(
            Math.min(pause.toNanos(), left), TimeUnit.NANOSECONDS, executor)
        .execute(() -> lookAgain(last, deadline, longer, result));
  }

  private void lookAgain(Send last, long deadline, Duration pause, CompletableFuture<Send> result) {
    try {
      read(last)
          .ifPresentOrElse(
              send -> look(send, deadline, pause, result), () -> result.complete(last));
    } catch (RuntimeException e) {
      // whatever it was, the request must be answered
      result.completeExceptionally(e);
    }
  }

  private Optional<Send> read(Send last) {
    try {
      return ledger.find(last.key());
    } catch (LedgerUnavailableException e) {
      return Optional.empty();
    }
  }
}
