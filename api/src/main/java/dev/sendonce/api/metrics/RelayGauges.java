package dev.sendonce.api.metrics;

import dev.sendonce.smtp.Relay;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Collection;
import java.util.List;

/** Shows which relays this node holds sends back from. */
public final class RelayGauges {
  private RelayGauges() {}

  /** Registers {@code sendonce_relay_breaker_open}, 1 or 0 by relay; opens no connection. */
  public static void register(PrometheusRegistry registry, Collection<Relay> relays) {
    List<Relay> shown = List.copyOf(relays);
    GaugeWithCallback.builder()
        .name("sendonce_relay_breaker_open")
        .help("1 while this node's breaker holds sends back from the relay.")
        .labelNames("relay")
        .callback(
            gauge ->
                shown.forEach(relay -> gauge.call(relay.breaker().open() ? 1 : 0, relay.name())))
        .register(registry);
  }
}
