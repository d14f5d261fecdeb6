package dev.sendonce.activity;

import dev.sendonce.evidence.EvidenceSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What evidence sources remember before an attempt. Missing ones only make later evidence weaker,
 * so a source that fails or takes longer than five seconds is left out and logged.
 */
final class Baselines {
  private static final Logger LOG = LoggerFactory.getLogger(Baselines.class);

  private final Map<String, List<EvidenceSource>> sources;
  private final ExecutorService threads;

  /**
   * @param sources by relay name
   */
  Baselines(Map<String, List<EvidenceSource>> sources, ExecutorService threads) {
    this.sources = sources;
    this.threads = threads;
  }

  Map<String, String> take(String relay) {
    Map<EvidenceSource, Future<Optional<String>>> asked = new LinkedHashMap<>();
    for (EvidenceSource source : sources.getOrDefault(relay, List.of())) {
      asked.put(source, threads.submit(source::baseline));
    }
    long end = System.nanoTime() + DeliveryLimits.BASELINE.toNanos();
    Map<String, String> baseline = new LinkedHashMap<>();
    asked.forEach(
        (source, answer) ->
            await(source, answer, end - System.nanoTime())
                .ifPresent(value -> baseline.put(source.name(), value)));
    return baseline;
  }

  private static Optional<String> await(
      EvidenceSource source, Future<Optional<String>> answer, long nanos) {
    try {
      return answer.get(Math.max(nanos, 0), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      answer.cancel(true);
      LOG.info("No baseline from {}: no answer in time.", source.name());
    } catch (ExecutionException e) {
      LOG.info("No baseline from {}.", source.name(), e.getCause());
    } catch (InterruptedException e) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
    }
    return Optional.empty();
  }
}
