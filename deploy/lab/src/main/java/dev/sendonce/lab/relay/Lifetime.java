package dev.sendonce.lab.relay;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Ends every pause of a relay when the relay ends. Thread-safe. */
final class Lifetime {
  private final CountDownLatch end = new CountDownLatch(1);

  /** Waits, at most until the relay ends; then fails with {@link HangUpException}. */
  void pause(Duration time) throws HangUpException {
    try {
      if (end.await(time.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new HangUpException(HangUpException.By.RELAY);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HangUpException(HangUpException.By.RELAY);
    }
  }

  void end() {
    end.countDown();
  }
}
