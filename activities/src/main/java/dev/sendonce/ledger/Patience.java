package dev.sendonce.ledger;

import java.time.Duration;

/**
 * How long a call may go on asking a store that does not answer. No statement is begun once the
 * limit has passed; together with the time-outs of {@link MongoConnection} a caller hears within
 * ten seconds.
 *
 * @param limit monotonic time in which another try may begin
 * @param pause before another try
 * @param tries at most so many, the first included
 */
record Patience(Duration limit, Duration pause, int tries) {
  static final Patience DEFAULT = new Patience(Duration.ofSeconds(4), Duration.ofMillis(50), 200);

  Waiting start() {
    return new Waiting();
  }

  /** One call's patience; not thread-safe. */
  final class Waiting {
    private final long begun = System.nanoTime();
    private int made = 1;

    private Waiting() {}

    /** Pauses and answers true, or answers false at once when patience is exhausted. */
    boolean again() {
      if (made >= tries || System.nanoTime() - begun + pause.toNanos() > limit.toNanos()) {
        return false;
      }
      made++;
      try {
        Thread.sleep(pause.toMillis());
        return true;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
  }
}
