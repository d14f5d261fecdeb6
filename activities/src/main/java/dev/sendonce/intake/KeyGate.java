package dev.sendonce.intake;

import dev.sendonce.send.SendKey;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets one request per key through at a time, so that of many equal requests on this node one does
 * the work and the others find its result. Spares work; safety is the ledger's insert. Thread-safe.
 */
final class KeyGate {
  private final ConcurrentHashMap<SendKey, CountDownLatch> inside = new ConcurrentHashMap<>();

  /**
   * Enters, or gives up after waiting for so long.
   *
   * @return true when inside; then {@link #leave} has to follow
   */
  boolean enter(SendKey key, Duration patience) {
    CountDownLatch mine = new CountDownLatch(1);
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      CountDownLatch other = inside.putIfAbsent(key, mine);
      if (other == null) {
        return true;
      }
      try {
        if (!other.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
          return false;
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
  }

  /** Lets the next one in. */
  void leave(SendKey key) {
    CountDownLatch mine = inside.remove(key);
    if (mine != null) {
      mine.countDown();
    }
  }
}
