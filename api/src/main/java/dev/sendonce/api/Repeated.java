package dev.sendonce.api;

import io.dropwizard.lifecycle.Managed;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Runs a task over and over while the node runs, with a pause in between. */
final class Repeated implements Managed {
  private final ScheduledExecutorService executor;
  private final Runnable task;
  private final Duration pause;
  private ScheduledFuture<?> running;

  /**
   * A repeated task.
   *
   * @param task must not throw, else it is never run again
   */
  Repeated(String name, Runnable task, Duration pause) {
    this.executor =
        new ScheduledThreadPoolExecutor(
            1,
            work -> {
              Thread thread = new Thread(work, name);
              thread.setDaemon(true);
              return thread;
            });
    this.task = task;
    this.pause = pause;
  }

  @Override
  public synchronized void start() {
    running = executor.scheduleWithFixedDelay(task, 0, pause.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public synchronized void stop() {
    if (running != null) {
      running.cancel(true);
    }
    executor.shutdownNow();
  }
}
