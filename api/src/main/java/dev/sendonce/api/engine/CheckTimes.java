package dev.sendonce.api.engine;

import dev.sendonce.send.Send;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * When the workflow of a send was last looked at, so that a long list of waiting sends does not
 * become a stream of questions. Forgets the eldest beyond a bound: that only costs a question. For
 * one thread.
 */
final class CheckTimes {
  private static final int MOST = 100_000;

  private final Duration first;
  private final Duration longest;
  private final int factor;
  private final Map<String, Check> checks =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Check> eldest) {
          return size() > MOST;
        }
      };

  /**
   * @param first pause after the first check of a version of a send
   * @param factor by which the pause grows
   * @param longest pause between two checks
   */
  CheckTimes(Duration first, int factor, Duration longest) {
    this.first = first;
    this.factor = factor;
    this.longest = longest;
  }

  boolean isDue(Send send, Instant now) {
    Check last = checks.get(send.key().value());
    return last == null || last.version != send.version() || !now.isBefore(last.next);
  }

  void checked(Send send, Instant now) {
    Check last = checks.remove(send.key().value());
    Duration pause =
        last == null || last.version != send.version() ? first : last.pause.multipliedBy(factor);
    Duration bounded = pause.compareTo(longest) < 0 ? pause : longest;
    checks.put(send.key().value(), new Check(send.version(), bounded, now.plus(bounded)));
  }

  void forget(Send send) {
    checks.remove(send.key().value());
  }

  private record Check(long version, Duration pause, Instant next) {}
}
