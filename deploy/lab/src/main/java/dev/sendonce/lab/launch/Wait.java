package dev.sendonce.lab.launch;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for a fact about another process, which can only be polled. */
final class Wait {
  private static final long STEP_MILLIS = 50;

  private Wait() {}

  /** Whether the condition came true in time. */
  static boolean until(BooleanSupplier condition, Duration limit) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(STEP_MILLIS);
    }
    return true;
  }
}
