package dev.sendonce.api.send;

import dev.sendonce.api.engine.EarlierLife;
import dev.sendonce.api.engine.Engine;
import dev.sendonce.ledger.Ledger;
import dev.sendonce.ledger.LedgerUnavailableException;
import dev.sendonce.send.Send;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Starts the workflow of an accepted send without letting a slow Temporal delay the answer: a start
 * that takes longer goes on by itself, and the sweeper catches up with one that failed.
 * Thread-safe.
 */
public final class WorkflowStart {
  /** With acceptance before it, the answer comes within five seconds. */
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private final Engine engine;
  private final Ledger ledger;
  private final ExecutorService threads;

  public WorkflowStart(Engine engine, Ledger ledger, ExecutorService threads) {
    this.engine = engine;
    this.ledger = ledger;
    this.threads = threads;
  }

  /** Starts it; answers with the send as it is afterwards. */
  public Send of(Send send) {
    try {
      return CompletableFuture.supplyAsync(
              () -> EarlierLife.startOrPark(engine, ledger, send), threads)
          .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      engine.keptWaiting();
      return send;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return send;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof LedgerUnavailableException) {
        return send;
      }
      throw new IllegalStateException("A start never throws.", e.getCause());
    }
  }
}
