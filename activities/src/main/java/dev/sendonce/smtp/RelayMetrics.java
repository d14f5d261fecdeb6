package dev.sendonce.smtp;

import com.codahale.metrics.MetricRegistry;
import dev.sendonce.send.SmtpPhase;
import java.time.Duration;

/**
 * Counts and times what happens on one relay, under {@code relay.<name>.…}: a timer per phase
 * ({@code phase.<phase>}, where {@code phase.end_of_data} is the wait for the reply to the dot) and
 * meters of connections opened, reused and found stale. No addresses, no content. Thread-safe.
 */
public final class RelayMetrics implements TransmissionObserver {
  private final MetricRegistry registry;
  private final String relay;

  public RelayMetrics(MetricRegistry registry, String relay) {
    this.registry = registry;
    this.relay = relay;
  }

  @Override
  public void phaseEnded(SmtpPhase phase, Duration spent) {
    registry.timer(name("phase." + phase.wire())).update(spent);
  }

  @Override
  public void connectionOpened() {
    registry.meter(name("connections.opened")).mark();
  }

  @Override
  public void connectionReused() {
    registry.meter(name("connections.reused")).mark();
  }

  @Override
  public void connectionStale() {
    registry.meter(name("connections.stale")).mark();
  }

  private String name(String what) {
    return MetricRegistry.name("relay", relay, what);
  }
}
