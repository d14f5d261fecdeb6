package dev.sendonce.api.engine;

import com.codahale.metrics.MetricRegistry;
import com.mongodb.MongoException;
import dev.sendonce.activity.Activities;
import dev.sendonce.ledger.ActiveSends;
import dev.sendonce.ledger.Ledger;
import dev.sendonce.ledger.LedgerUnavailableException;
import dev.sendonce.send.Send;
import io.dropwizard.lifecycle.Managed;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sweeps every few seconds, at a different moment on each node. Nothing rests because Temporal was
 * down, lost a workflow or was told to end one: see {@link Sweep}.
 */
public final class Sweeper implements Managed {
  private static final Logger LOG = LoggerFactory.getLogger(Sweeper.class);
  private static final Duration PAUSE = Duration.ofSeconds(5);

  /** Pauses this many times as long as a walk took, so that a long list is no constant load. */
  private static final int SHARE = 10;

  /** A walk is also long when an engine was away; that is no reason to rest for minutes. */
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  private static final String METRIC = "sendonce.sweeper.";

  private final BooleanSupplier mayAct;
  private final Sweep sweep;
  private final MetricRegistry metrics;
  private Thread thread;
  private boolean stopping;
  private volatile SweepReport last = SweepReport.NOTHING;

  /**
   * @param mayAct false while this node's workers must not run
   * @param published whether everything about a finished send is in the feed, so that it may leave
   *     the work list
   */
  public Sweeper(
      BooleanSupplier mayAct,
      ActiveSends active,
      Ledger ledger,
      Activities activities,
      TemporalEngine engine,
      Predicate<Send> published,
      MetricRegistry metrics,
      Clock clock) {
    this.mayAct = mayAct;
    this.sweep =
        new Sweep(
            active,
            ledger,
            activities.ledger(),
            engine,
            new Overdue(activities.views()),
            published,
            clock);
    this.metrics = metrics;
    metrics.gauge(METRIC + "unfinished", () -> () -> last.unfinished());
  }

  @Override
  public synchronized void start() {
    thread = new Thread(this::loop, "sweeper");
    thread.setDaemon(true);
    thread.start();
  }

  private void loop() {
    long walked = 0;
    while (pause(Math.min(walked * SHARE, LONGEST_PAUSE.toMillis()))) {
      long begun = System.nanoTime();
      try {
        if (mayAct.getAsBoolean()) {
          report(sweep.run());
        }
      } catch (LedgerUnavailableException | MongoException e) {
        LOG.warn("No sweep: the ledger did not answer.");
      } catch (RuntimeException e) {
        // A sweeper that ends would leave sends resting; the next walk starts from the database.
        LOG.error("A sweep failed.", e);
      }
      walked = (System.nanoTime() - begun) / 1_000_000;
    }
  }

  private synchronized boolean pause(long atLeastMillis) {
    long jittered = PAUSE.toMillis() / 2 + ThreadLocalRandom.current().nextLong(PAUSE.toMillis());
    long millis = Math.max(jittered, atLeastMillis);
    long end = System.nanoTime() + millis * 1_000_000;
    try {
      for (long left = millis; !stopping && left > 0; ) {
        wait(left);
        left = (end - System.nanoTime()) / 1_000_000;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
    return !stopping;
  }

  private void report(SweepReport report) {
    last = report;
    metrics.counter(METRIC + "started").inc(report.started());
    metrics.counter(METRIC + "woken").inc(report.woken());
    metrics.counter(METRIC + "settled").inc(report.settled());
    metrics.counter(METRIC + "removed").inc(report.removed());
    if (report.didSomething()) {
      LOG.info(
          "Sweep: started {}, woke {}, settled {}, removed {}; {} unfinished.",
          report.started(),
          report.woken(),
          report.settled(),
          report.removed(),
          report.unfinished());
    }
  }

  @Override
  public void stop() throws InterruptedException {
    Thread running;
    synchronized (this) {
      stopping = true;
      running = thread;
      notifyAll();
    }
    if (running != null) {
      running.join(PAUSE.toMillis());
    }
  }
}
