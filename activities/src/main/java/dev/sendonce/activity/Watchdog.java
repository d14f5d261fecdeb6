package dev.sendonce.activity;

import io.temporal.activity.ActivityExecutionContext;
import io.temporal.client.ActivityCanceledException;
import io.temporal.client.ActivityCompletionException;
import io.temporal.failure.TimeoutFailure;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Heartbeats beside an attempt, so that a dead worker is noticed in seconds. That is liveness only:
 * a false alarm costs at most an attempt, because the ledger's fence decides.
 */
final class Watchdog {
  private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);

  private final ActivityExecutionContext activity;
  private final LiveAttempt live;
  private final ScheduledFuture<?> beats;

  Watchdog(ActivityExecutionContext activity, LiveAttempt live, ScheduledExecutorService threads) {
    this.activity = activity;
    this.live = live;
    long millis = Pulse.OfActivities.interval(activity).toMillis();
    this.beats = threads.scheduleWithFixedDelay(this::beat, 0, millis, TimeUnit.MILLISECONDS);
  }

  private void beat() {
    try {
      activity.heartbeat(null);
    } catch (ActivityCanceledException e) {
      heed(e);
    } catch (ActivityCompletionException e) {
      // Timed out, terminated or reset. The attempt goes on: whether it may write the dot is the
      // ledger's decision, and its reply is worth having.
      live.disown();
    } catch (RuntimeException e) {
      // A scheduled task that throws is never run again; Temporal may be back at the next beat.
      LOG.debug("Heartbeat not delivered.", e);
    }
  }

  private void heed(ActivityCanceledException e) {
    if (e.getCause() instanceof TimeoutFailure) {
      // Nobody asked for it: the client library gives up by itself when no beat got through. As
      // below, the attempt goes on.
      live.disown();
    } else {
      // Asked for only once the ledger says that the send is finished: its latch would miss anyway.
      live.abortBeforeEndOfData("the send is finished");
    }
  }

  void stop() {
    beats.cancel(false);
  }
}
