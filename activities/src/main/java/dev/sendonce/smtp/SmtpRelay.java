package dev.sendonce.smtp;

import dev.sendonce.send.AttemptResult;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * A relay reached by SMTP submission.
 *
 * <p>At most {@link RelaySettings#maxConnections} transactions run at once; a caller beyond that
 * waits for its turn no longer than the connect time-out and then gets {@code NotAccepted} in phase
 * {@code connect}, which is not held against the relay. Connections are kept for the next
 * transaction only after a complete, clean reply; a kept one that fails before or at MAIL is
 * replaced by a new one within the same attempt, because nothing of the letter was sent on it.
 * Thread-safe.
 */
public final class SmtpRelay implements Relay, AutoCloseable {
  /** First and longest hold of the breaker. */
  private static final Duration FIRST_HOLD = Duration.ofSeconds(1);

  private static final Duration LONGEST_HOLD = Duration.ofSeconds(60);

  private final RelaySettings settings;
  private final TransmissionObserver observer;
  private final LongSupplier nanoTime;
  private final Breaker breaker;
  private final Semaphore permits;
  private final ScheduledThreadPoolExecutor timer;
  private final ExecutorService background;
  private final ConnectionPool<PhaseTransport> pool;
  private final Handover handover;
  private final ScheduledFuture<?> sweeping;

  /**
   * @param clock for the breaker's times, and to notice a machine that was suspended right before
   *     the final dot
   * @throws IllegalArgumentException when the file of trusted certificates cannot be used
   */
  public SmtpRelay(RelaySettings settings, Clock clock) {
    this(settings, clock, TransmissionObserver.NONE);
  }

  /**
   * @param observer told about phases and connections
   */
  public SmtpRelay(RelaySettings settings, Clock clock, TransmissionObserver observer) {
    this(settings, clock, observer, System::nanoTime, ConnectionPool.Limits.DEFAULT);
  }

  SmtpRelay(
      RelaySettings settings,
      Clock clock,
      TransmissionObserver observer,
      LongSupplier nanoTime,
      ConnectionPool.Limits limits) {
    this.settings = settings;
    this.observer = new QuietObserver(observer);
    this.nanoTime = nanoTime;
    this.breaker = new Breaker(clock, FIRST_HOLD, LONGEST_HOLD);
    this.permits = new Semaphore(settings.maxConnections(), true);
    this.timer = new ScheduledThreadPoolExecutor(1, daemon("deadlines"));
    timer.setRemoveOnCancelPolicy(true);
    this.background = Executors.newCachedThreadPool(daemon("background"));
    this.pool = new ConnectionPool<>(limits, nanoTime, PhaseTransport::quit);
    this.handover =
        new Handover(
            settings,
            new Connector(settings, background),
            pool,
            breaker,
            this.observer,
            timer,
            nanoTime,
            clock);
    long sweep = Math.max(1, limits.idle().toMillis() / 2);
    // never on the timer's own thread: whatever blocked there would hold up every deadline
    this.sweeping =
        timer.scheduleWithFixedDelay(
            () -> background.execute(pool::sweep), sweep, sweep, TimeUnit.MILLISECONDS);
  }

  private ThreadFactory daemon(String what) {
    return task -> {
      Thread thread = new Thread(task, "relay-" + settings.name() + "-" + what);
      thread.setDaemon(true);
      return thread;
    };
  }

  @Override
  public String name() {
    return settings.name();
  }

  @Override
  public RelaySettings settings() {
    return settings;
  }

  @Override
  public BreakerState breaker() {
    return breaker.state();
  }

  @Override
  public BreakerState admit() {
    return breaker.admit();
  }

  @Override
  public AttemptResult transmit(
      Transmission transmission, EndOfDataLatch latch, AbortSwitch abort) {
    try (Progress progress = new Progress(settings, timer, nanoTime, observer)) {
      abort.onPull(() -> progress.stop("stopped: " + abort.reason().orElse("no reason given")));
      if (!isMyTurn()) {
        return Handover.withoutConnection(
            transmission,
            "all " + settings.maxConnections() + " connections to the relay are in use");
      }
      try {
        return handover.run(transmission, latch, abort, progress);
      } finally {
        permits.release();
      }
    }
  }

  /** Bounded, because the caller has already claimed the attempt. */
  private boolean isMyTurn() {
    try {
      return permits.tryAcquire()
          || permits.tryAcquire(settings.timeouts().connect().toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * Closes the idle connections. Transmissions still running do not reach end of data any more;
   * those that have are awaited by their callers as ever.
   */
  @Override
  public void close() {
    pool.close();
    background.shutdown();
    sweeping.cancel(false);
    timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(true);
    timer.shutdown();
  }
}
