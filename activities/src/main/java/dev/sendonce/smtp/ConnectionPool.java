package dev.sendonce.smtp;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Idle connections to one relay, none of them ever in two hands.
 *
 * <p>It holds no more than it is given, so the number of open connections is bounded by whoever
 * bounds the transactions. The newest is handed out first, so that under light load the others age
 * out before the relay's own idle time-out. Whether a connection is still alive is for the taker to
 * check. Thread-safe.
 */
final class ConnectionPool<C> implements AutoCloseable {
  /**
   * When a connection is not used any more.
   *
   * @param idle since it was given back; well below the five minutes of RFC 5321, 4.5.3.2.7
   * @param age since it was opened
   * @param messages transactions on it
   */
  record Limits(Duration idle, Duration age, int messages) {
    static final Limits DEFAULT = new Limits(Duration.ofSeconds(30), Duration.ofMinutes(5), 100);
  }

  /**
   * A connection and its past.
   *
   * @param opened monotonic nanoseconds
   * @param messages transactions so far
   */
  record Kept<C>(C connection, long opened, int messages, long since) {
    static <C> Kept<C> fresh(C connection, long now) {
      return new Kept<>(connection, now, 0, now);
    }

    private Kept<C> usedOnceMore(long now) {
      return new Kept<>(connection, opened, messages + 1, now);
    }
  }

  private final Limits limits;
  private final LongSupplier nanoTime;
  private final Consumer<C> farewell;
  private final Deque<Kept<C>> idle = new ArrayDeque<>();
  private boolean closed;

  /**
   * @param farewell what becomes of a connection that is not used any more
   */
  ConnectionPool(Limits limits, LongSupplier nanoTime, Consumer<C> farewell) {
    this.limits = limits;
    this.nanoTime = nanoTime;
    this.farewell = farewell;
  }

  /** The most recently used one that is not too old; it belongs to the caller now. */
  Optional<Kept<C>> take() {
    sweep();
    synchronized (this) {
      return Optional.ofNullable(idle.pollLast());
    }
  }

  /** Takes a connection back whose last transaction ended cleanly, unless it is too old. */
  void giveBack(Kept<C> used) {
    Kept<C> now = used.usedOnceMore(nanoTime.getAsLong());
    boolean kept = false;
    synchronized (this) {
      if (!closed && isYoung(now)) {
        kept = true;
        idle.addLast(now);
      }
    }
    if (!kept) {
      farewell.accept(used.connection());
    }
  }

  /** Says farewell to those that have become too old. */
  void sweep() {
    List<Kept<C>> old = new ArrayList<>();
    synchronized (this) {
      idle.removeIf(kept -> !isYoung(kept) && old.add(kept));
    }
    old.forEach(kept -> farewell.accept(kept.connection()));
  }

  /** Says farewell to all; what is given back later is not kept. */
  @Override
  public void close() {
    List<Kept<C>> all;
    synchronized (this) {
      closed = true;
      all = List.copyOf(idle);
      idle.clear();
    }
    all.forEach(kept -> farewell.accept(kept.connection()));
  }

  private boolean isYoung(Kept<C> kept) {
    long now = nanoTime.getAsLong();
    return now - kept.since() < limits.idle().toNanos()
        && now - kept.opened() < limits.age().toNanos()
        && kept.messages() < limits.messages();
  }
}
