package dev.sendonce.activity;

import java.time.Duration;

/** Pauses between in-process retries, replaceable in tests. Thread-safe. */
interface Sleeper {
  /** The real thing. */
  Sleeper SYSTEM =
      new Sleeper() {
        @Override
        public boolean sleep(Duration pause) {
          try {
            Thread.sleep(pause.toMillis());
            return true;
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
          }
        }

        @Override
        public long nanoTime() {
          return System.nanoTime();
        }
      };

  /** False when the thread was interrupted; its interrupt status is then set. */
  boolean sleep(Duration pause);

  /** Monotonic time. */
  long nanoTime();
}
