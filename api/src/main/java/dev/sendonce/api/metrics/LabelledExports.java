package dev.sendonce.api.metrics;

import com.codahale.metrics.Metric;
import com.codahale.metrics.MetricFilter;
import com.codahale.metrics.MetricRegistry;
import io.prometheus.metrics.instrumentation.dropwizard.DropwizardExports;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import io.prometheus.metrics.model.snapshots.SummarySnapshot.SummaryDataPointSnapshot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Exports Dropwizard's metrics, with those of one labelled name gathered in one family.
 *
 * <p>The exporter makes a family of each metric and fails the whole page when a label mapper gives
 * two of them the same name (client_java issue 1712). So each metric is exported alone, and equal
 * names are joined here. Thread-safe.
 */
final class LabelledExports implements MultiCollector {
  private final MetricRegistry metrics;

  LabelledExports(MetricRegistry metrics) {
    this.metrics = metrics;
  }

  @Override
  public MetricSnapshots collect() {
    Map<String, List<MetricSnapshot>> families = new LinkedHashMap<>();
    metrics.getMetrics().forEach((name, metric) -> gather(families, name, metric));
    MetricSnapshots.Builder page = MetricSnapshots.builder();
    families.values().forEach(family -> page.metricSnapshot(joined(family)));
    return page.build();
  }

  private static void gather(
      Map<String, List<MetricSnapshot>> families, String name, Metric metric) {
    MetricRegistry alone = new MetricRegistry();
    alone.register(name, metric);
    DropwizardExports exports =
        new DropwizardExports(alone, MetricFilter.ALL, MetricLabels.mapper());
    for (MetricSnapshot snapshot : exports.collect()) {
      families
          .computeIfAbsent(snapshot.getMetadata().getPrometheusName(), n -> new ArrayList<>())
          .add(snapshot);
    }
  }

  private static MetricSnapshot joined(List<MetricSnapshot> family) {
    MetricSnapshot first = family.get(0);
    if (family.size() == 1) {
      return first;
    }
    if (first instanceof CounterSnapshot) {
      return new CounterSnapshot(
          first.getMetadata(), points(family, CounterDataPointSnapshot.class).toList());
    }
    if (first instanceof GaugeSnapshot) {
      return new GaugeSnapshot(
          first.getMetadata(), points(family, GaugeDataPointSnapshot.class).toList());
    }
    return new SummarySnapshot(
        first.getMetadata(), points(family, SummaryDataPointSnapshot.class).toList());
  }

  private static <P> Stream<P> points(List<MetricSnapshot> family, Class<P> kind) {
    return family.stream()
        .flatMap(snapshot -> snapshot.getDataPoints().stream())
        .filter(kind::isInstance)
        .map(kind::cast);
  }
}
