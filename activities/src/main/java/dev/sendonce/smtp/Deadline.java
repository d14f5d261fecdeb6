package dev.sendonce.smtp;

import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Runs an action when time is up, unless disarmed or armed anew before. Once {@link #disarm} has
 * returned, the action does not run any more, not even late: a connection that went back to the
 * pool is safe from the deadline of its last transaction. Thread-safe; the action runs under the
 * lock it was built with, so an owner that has a lock of its own passes that one.
 */
final class Deadline {
  private final ScheduledExecutorService timer;
  private final Object lock;
  private ScheduledFuture<?> scheduled;
  private long armed;

  Deadline(ScheduledExecutorService timer, Object lock) {
    this.timer = timer;
    this.lock = lock;
  }

  /** Replaces whatever was armed. The action must not block. */
  void arm(Duration limit, Runnable action) {
    synchronized (lock) {
      disarm();
      long mine = armed;
      scheduled =
          timer.schedule(
              () -> expire(mine, action), Math.max(0, limit.toNanos()), TimeUnit.NANOSECONDS);
    }
  }

  void disarm() {
    synchronized (lock) {
      armed++;
      if (scheduled != null) {
        scheduled.cancel(false);
        scheduled = null;
      }
    }
  }

  private void expire(long mine, Runnable action) {
    synchronized (lock) {
      if (mine == armed) {
        action.run();
      }
    }
  }
}
