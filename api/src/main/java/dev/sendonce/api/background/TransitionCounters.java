package dev.sendonce.api.background;

import com.codahale.metrics.MetricRegistry;
import dev.sendonce.feed.Event;
import java.util.function.Consumer;

/**
 * Counts transitions by their cause as they enter the feed: {@code sendonce.transitions.<cause>}.
 * Each is counted by the one node that publishes it, so the sum over the nodes is the deployment's.
 * Causes are a closed set of words of ours. Thread-safe.
 */
public final class TransitionCounters implements Consumer<Event> {
  private final MetricRegistry metrics;

  public TransitionCounters(MetricRegistry metrics) {
    this.metrics = metrics;
  }

  @Override
  public void accept(Event event) {
    metrics.counter(MetricRegistry.name("sendonce.transitions", event.cause())).inc();
  }
}
