package dev.sendonce.api.metrics;

import dev.sendonce.send.SendState;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** Shows the census: how many unfinished sends are in which state, and how old the oldest is. */
public final class CensusGauges {
  private static final List<SendState> SHOWN =
      List.of(
          SendState.PREPARED,
          SendState.SMTP_INFLIGHT,
          SendState.SMTP_ACCEPTED,
          SendState.CONFIRMING,
          SendState.UNCONFIRMED);

  private CensusGauges() {}

  /** Registers {@code sendonce_sends} and {@code sendonce_oldest_send_seconds}, by state. */
  public static void register(PrometheusRegistry registry, Supplier<Census> census, Clock clock) {
    GaugeWithCallback.builder()
        .name("sendonce_sends")
        .help("Unfinished sends by state, over all nodes.")
        .labelNames("state")
        .callback(
            gauge ->
                SHOWN.forEach(
                    state -> gauge.call((double) census.get().count(state), state.wire())))
        .register(registry);
    GaugeWithCallback.builder()
        .name("sendonce_oldest_send_seconds")
        .help(
            "How long the longest waiting send in the state has waited: past its time when prepared,"
                + " since end of data when uncertain; 0 without any.")
        .labelNames("state")
        .callback(
            gauge ->
                SHOWN.forEach(state -> gauge.call(age(census.get(), state, clock), state.wire())))
        .register(registry);
  }

  private static double age(Census census, SendState state, Clock clock) {
    return census
        .oldest(state)
        .map(since -> Math.max(0, Duration.between(since, clock.instant()).toMillis()) / 1000.0)
        .orElse(0.0);
  }
}
