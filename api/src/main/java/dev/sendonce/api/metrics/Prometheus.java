package dev.sendonce.api.metrics;

import com.codahale.metrics.MetricRegistry;
import com.uber.m3.tally.RootScopeBuilder;
import com.uber.m3.tally.Scope;
import io.micrometer.core.instrument.Clock;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.exporter.servlet.jakarta.PrometheusMetricsServlet;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.temporal.common.reporter.MicrometerClientStatsReporter;
import jakarta.servlet.http.HttpServlet;

/**
 * One registry for all metrics of a node: our own, Dropwizard's and the Temporal SDK's, each with
 * clean labels. Thread-safe.
 */
public final class Prometheus {
  private static final com.uber.m3.util.Duration REPORT_EVERY =
      com.uber.m3.util.Duration.ofSeconds(10);

  private final PrometheusRegistry registry = new PrometheusRegistry();

  /** Exports what the application registers in {@code metrics}, now and later. */
  public Prometheus(MetricRegistry metrics) {
    registry.register(new LabelledExports(metrics));
  }

  /** Where further collectors are registered. */
  public PrometheusRegistry registry() {
    return registry;
  }

  /** Receives the metrics of the Temporal SDK. */
  public Scope temporalScope() {
    PrometheusMeterRegistry meters =
        new PrometheusMeterRegistry(PrometheusConfig.DEFAULT, registry, Clock.SYSTEM);
    return new RootScopeBuilder()
        .reporter(new MicrometerClientStatsReporter(meters))
        .reportEvery(REPORT_EVERY);
  }

  /** The page that Prometheus scrapes. */
  public HttpServlet servlet() {
    return new PrometheusMetricsServlet(registry);
  }
}
