package dev.sendonce.api.background;

import com.mongodb.MongoException;
import dev.sendonce.api.drain.Drainable;
import dev.sendonce.lease.Lease;
import dev.sendonce.lease.Leases;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This node's part in one lease: takes it when it is free, renews it while it can. Not a guard: a
 * node that was frozen believes in it until {@link #isHeld} looks at the clock again, and what is
 * done under it must survive two holders. Thread-safe.
 */
public final class Leadership implements Runnable, AutoCloseable, Drainable {
  private static final Logger LOG = LoggerFactory.getLogger(Leadership.class);

  private final Leases leases;
  private final String name;
  private final String node;
  private final Duration timeToLive;
  private final LongSupplier nanoTime;
  private Lease lease;
  private long heldUntil;
  private boolean draining;

  /**
   * A candidate.
   *
   * @param timeToLive several times the pause between two calls of {@link #run}
   * @param nanoTime a monotonic clock
   */
  public Leadership(
      Leases leases, String name, String node, Duration timeToLive, LongSupplier nanoTime) {
    this.leases = leases;
    this.name = name;
    this.node = node;
    this.timeToLive = timeToLive;
    this.nanoTime = nanoTime;
  }

  /** Renews or takes the lease; never throws. */
  @Override
  public synchronized void run() {
    if (draining) {
      return;
    }
    // taken before the request leaves, so that this node gives up before anybody can take over
    long asked = nanoTime.getAsLong();
    try {
      if (lease != null && leases.renew(lease)) {
        heldUntil = asked + timeToLive.toNanos();
        return;
      }
      if (lease != null) {
        LOG.info("Lease {} number {} went to another node.", name, lease.number());
        lease = null;
      }
      Optional<Lease> taken = leases.acquire(name, node, timeToLive);
      if (taken.isPresent()) {
        lease = taken.get();
        heldUntil = asked + timeToLive.toNanos();
        LOG.info("This node holds lease {}, number {}.", name, lease.number());
      }
    } catch (MongoException e) {
      LOG.debug("Lease {} could not be asked for", name, e);
    }
  }

  /** Whether this node may go on as the holder, by its monotonic clock. */
  public synchronized boolean isHeld() {
    return lease != null && nanoTime.getAsLong() - heldUntil < 0;
  }

  /** The name of the lease. */
  public String lease() {
    return name;
  }

  /** Who holds the lease by its last record, on whatever node; throws the driver's exceptions. */
  public Optional<Lease> holder() {
    return leases.holder(name);
  }

  @Override
  public String name() {
    return "leases";
  }

  /** Gives the lease back and does not take it again. */
  @Override
  public synchronized void drain() {
    draining = true;
    close();
  }

  @Override
  public synchronized void undrain() {
    draining = false;
  }

  @Override
  public int left() {
    return isHeld() ? 1 : 0;
  }

  /** The number under which this node holds the lease. */
  public synchronized Optional<Long> number() {
    return isHeld() ? Optional.of(lease.number()) : Optional.empty();
  }

  /** Gives the lease back, so that the next node need not wait. */
  @Override
  public synchronized void close() {
    if (lease != null) {
      try {
        leases.release(lease);
      } catch (MongoException e) {
        LOG.debug("Lease {} could not be given back; it runs out by itself", name, e);
      }
      LOG.info("This node gave lease {} number {} back.", name, lease.number());
      lease = null;
    }
  }
}
