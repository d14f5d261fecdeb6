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
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/**
 * Waits for a send to come to rest, without holding a thread: the row is read again at intervals
 * that grow from 50 ms to a second. However slow the ledger is, a wait is over when its time is
 * over, because reading and answering have threads of their own. Thread-safe.
 */
public final class SendWatch {
  private static final Duration FIRST = Duration.ofMillis(50);
  private static final Duration LONGEST = Duration.ofSeconds(1);

  private final Ledger ledger;
  private final Executor reading;
  private final Executor answering;
  private final LongSupplier nanoTime;

  /**
   * A watch.
   *
   * @param reading where rows are read; may be blocked by a ledger that does not answer
   * @param answering where waits end
   */
  public SendWatch(Ledger ledger, Executor reading, Executor answering, LongSupplier nanoTime) {
    this.ledger = ledger;
    this.reading = reading;
    this.answering = answering;
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
    AtomicReference<Send> last = new AtomicReference<>(send);
    CompletableFuture<Void> end = new CompletableFuture<>();
    look(last, nanoTime.getAsLong() + wait.toNanos(), FIRST, end);
    return end.completeOnTimeout(null, wait.toNanos(), TimeUnit.NANOSECONDS)
        .thenApplyAsync(over -> last.get(), answering);
  }

  private void look(
      AtomicReference<Send> last, long deadline, Duration pause, CompletableFuture<Void> end) {
    long left = deadline - nanoTime.getAsLong();
    if (atRest(last.get()) || left <= 0) {
      end.complete(null);
      return;
    }
    Duration next = pause.multipliedBy(2);
    Duration longer = next.compareTo(LONGEST) > 0 ? LONGEST : next;
    CompletableFuture.delayedExecutor(
            Math.min(pause.toNanos(), left), TimeUnit.NANOSECONDS, reading)
        .execute(() -> lookAgain(last, deadline, longer, end));
  }

  private void lookAgain(
      AtomicReference<Send> last, long deadline, Duration pause, CompletableFuture<Void> end) {
    if (end.isDone()) {
      return;
    }
    try {
      Optional<Send> read = read(last.get());
      if (read.isEmpty()) {
        end.complete(null);
        return;
      }
      last.set(read.get());
      look(last, deadline, pause, end);
    } catch (RuntimeException e) {
      // whatever it was, the request must be answered
      end.completeExceptionally(e);
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
