package dev.sendonce.api.metrics;

import io.prometheus.metrics.instrumentation.dropwizard5.labels.CustomLabelMapper;
import io.prometheus.metrics.instrumentation.dropwizard5.labels.MapperConfig;
import java.util.List;
import java.util.Map;

/** Turns the parts of our dotted metric names that vary into labels. */
final class MetricLabels {
  private MetricLabels() {}

  static CustomLabelMapper mapper() {
    return new CustomLabelMapper(
        List.of(
            new MapperConfig(
                RequestTimer.NAME + ".*.*",
                "sendonce_http_requests",
                Map.of("operation", "${0}", "status", "${1}")),
            new MapperConfig(
                "relay.*.phase.*",
                "sendonce_relay_phase",
                Map.of("relay", "${0}", "phase", "${1}")),
            new MapperConfig(
                "relay.*.connections.*",
                "sendonce_relay_connections",
                Map.of("relay", "${0}", "kind", "${1}")),
            new MapperConfig(
                "sendonce.transitions.*", "sendonce_transitions", Map.of("cause", "${0}")),
            new MapperConfig(
                "sendonce.evidence.*.*",
                "sendonce_evidence",
                Map.of("source", "${0}", "verdict", "${1}"))));
  }
}
