package dev.sendonce.evidence.imap;

import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Ends conversations that take too long by closing their sockets: a read time-out alone does not
 * bound a server that sends one byte at a time. Thread-safe; one daemon thread.
 */
public final class Watchdog implements AutoCloseable {
  private final ScheduledThreadPoolExecutor timer;

  /** Starts its thread with the first task. */
  public Watchdog() {
    timer =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "evidence-watchdog");
              thread.setDaemon(true);
              return thread;
            });
    timer.setRemoveOnCancelPolicy(true);
  }

  ScheduledFuture<?> after(Duration limit, Runnable action) {
    return timer.schedule(action, limit.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
