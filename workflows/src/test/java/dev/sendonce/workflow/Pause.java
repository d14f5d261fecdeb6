package dev.sendonce.workflow;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Holds a fake up until the test has done what it wants to do meanwhile. */
final class Pause {
  private final CountDownLatch held = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);

  void hold() {
    held.countDown();
    await(released);
  }

  void awaitHeld() {
    await(held);
  }

  void release() {
    released.countDown();
  }

  private static void await(CountDownLatch latch) {
    try {
      if (!latch.await(10, TimeUnit.SECONDS)) {
        throw new IllegalStateException("Nobody came.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
