package dev.sendonce.activity;

import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The attempts in flight on this node, and how they end when the node does. Thread-safe. */
public final class LiveAttempts {
  private static final Logger LOG = LoggerFactory.getLogger(LiveAttempts.class);

  /** After the sockets are closed, what is left is one write to the ledger. */
  private static final Duration CLOSING = DeliveryLimits.RECORD.plusSeconds(5);

  private final Set<LiveAttempt> live = new HashSet<>();
  private boolean closed;
  private boolean paused;

  /** Registers an execution; empty while the node drains or shuts down. */
  synchronized Optional<LiveAttempt> enter() {
    if (closed || paused) {
      return Optional.empty();
    }
    LiveAttempt attempt = new LiveAttempt();
    live.add(attempt);
    return Optional.of(attempt);
  }

  synchronized void leave(LiveAttempt attempt) {
    live.remove(attempt);
    notifyAll();
  }

  /** Whether new attempts are admitted; those in flight go on in either case. */
  public synchronized void admit(boolean yes) {
    paused = !yes;
  }

  /** How many attempts are in flight. */
  public synchronized int size() {
    return live.size();
  }

  /**
   * Admits no new attempt and lets those in flight finish. What is left after the grace is aborted:
   * before end of data that proves non-acceptance and another node tries again, after it the send
   * goes to {@code confirming}.
   *
   * @return how many had to be aborted
   */
  public int drain(Duration grace) throws InterruptedException {
    synchronized (this) {
      closed = true;
    }
    awaitEmpty(grace);
    Set<LiveAttempt> left;
    synchronized (this) {
      left = Set.copyOf(live);
    }
    for (LiveAttempt attempt : left) {
      attempt.abort("the node is shutting down");
    }
    if (!left.isEmpty()) {
      LOG.warn("Aborted {} attempts that outlived the shutdown grace of {}.", left.size(), grace);
      awaitEmpty(CLOSING);
    }
    return left.size();
  }

  private synchronized void awaitEmpty(Duration limit) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    for (long left = limit.toNanos(); !live.isEmpty() && left > 0; left = end - System.nanoTime()) {
      wait(left / 1_000_000 + 1);
    }
  }
}
