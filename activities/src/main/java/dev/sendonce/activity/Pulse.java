package dev.sendonce.activity;

import io.temporal.activity.Activity;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.client.ActivityCompletionException;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows Temporal that the worker of a slow step lives. A step may take minutes, and without a pulse
 * the death of its worker would be noticed only when all of them have passed. Thread-safe.
 */
interface Pulse {
  /** For steps that nobody waits for in Temporal. */
  Pulse NONE = Supplier::get;

  /** Does the work, with heartbeats beside it. */
  <T> T during(Supplier<T> work);

  /** Heartbeats of the activity that runs on the calling thread. */
  static Pulse ofActivities(ScheduledExecutorService threads) {
    return new OfActivities(threads);
  }

  /** Three beats within each heartbeat time-out. */
  final class OfActivities implements Pulse {
    private static final Logger LOG = LoggerFactory.getLogger(Pulse.class);
    private static final Duration SHORTEST = Duration.ofMillis(100);

    private final ScheduledExecutorService threads;

    private OfActivities(ScheduledExecutorService threads) {
      this.threads = threads;
    }

    @Override
    public <T> T during(Supplier<T> work) {
      ActivityExecutionContext activity = Activity.getExecutionContext();
      ScheduledFuture<?> beats =
          threads.scheduleWithFixedDelay(
              () -> beat(activity), 0, interval(activity).toMillis(), TimeUnit.MILLISECONDS);
      try {
        return work.get();
      } finally {
        beats.cancel(false);
      }
    }

    static Duration interval(ActivityExecutionContext activity) {
      Duration third = activity.getInfo().getHeartbeatTimeout().dividedBy(3);
      return third.compareTo(SHORTEST) < 0 ? SHORTEST : third;
    }

    private static void beat(ActivityExecutionContext activity) {
      try {
        activity.heartbeat(null);
      } catch (ActivityCompletionException e) {
        // Nobody waits for it any more. It goes on: what it does may be done twice, and is worth
        // having.
        LOG.debug("Nobody waits for this step any more.", e);
      } catch (RuntimeException e) {
        // A scheduled task that throws is never run again; Temporal may be back at the next beat.
        LOG.debug("Heartbeat not delivered.", e);
      }
    }
  }
}
