package dev.sendonce.api.drain;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether this node takes on new work. A drained node still answers requests, because the load
 * balancer needs a while to notice that it is not ready any more, and a send that it accepts
 * meanwhile is delivered by the others. Thread-safe.
 */
public final class Drain {
  private static final Logger LOG = LoggerFactory.getLogger(Drain.class);

  private static final Duration LOOK = Duration.ofMillis(50);

  private final List<Drainable> parts = new ArrayList<>();
  private boolean draining;

  /** Adds a part; it is drained at once when the node is draining already. */
  public synchronized void add(Drainable part) {
    parts.add(part);
    if (draining) {
      part.drain();
    }
  }

  /** Tells every part to take on nothing new; may be repeated. */
  public synchronized void begin() {
    if (!draining) {
      LOG.info("This node drains: it takes on no new work.");
    }
    draining = true;
    parts.forEach(Drainable::drain);
  }

  /** Takes on work again. */
  public synchronized void end() {
    if (draining) {
      LOG.info("This node takes on work again.");
    }
    draining = false;
    parts.forEach(Drainable::undrain);
  }

  /** Whether this node is to take on no new work. */
  public synchronized boolean isDraining() {
    return draining;
  }

  /** How much is left of each kind of work that has begun. */
  public synchronized Map<String, Integer> left() {
    Map<String, Integer> left = new LinkedHashMap<>();
    parts.forEach(part -> left.merge(part.name(), part.left(), Integer::sum));
    return left;
  }

  /** Returns when nothing is left, or after this time. */
  void await(Duration limit) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    while (isBusy() && System.nanoTime() - end < 0) {
      Thread.sleep(LOOK.toMillis());
    }
  }

  private boolean isBusy() {
    return left().values().stream().anyMatch(n -> n > 0);
  }
}
