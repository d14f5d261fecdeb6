package dev.sendonce.sequence;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Lets callers of one node go one after another where they would only collide. For speed alone:
 * whoever waited long enough goes without a turn, and other nodes know nothing of it. Thread-safe.
 */
final class Turns {
  private static final int STRIPES = 64;
  private static final long PATIENCE_MILLIS = 200;

  private final ReentrantLock[] locks =
      Stream.generate(() -> new ReentrantLock(true)).limit(STRIPES).toArray(ReentrantLock[]::new);

  /** Does the work, if possible not at the same time as other work on the same name. */
  <T> T take(String name, Supplier<T> work) {
    ReentrantLock lock = locks[Math.floorMod(name.hashCode(), STRIPES)];
    boolean mine = acquired(lock);
    try {
      return work.get();
    } finally {
      if (mine) {
        lock.unlock();
      }
    }
  }

  private static boolean acquired(ReentrantLock lock) {
    try {
      return lock.tryLock(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
