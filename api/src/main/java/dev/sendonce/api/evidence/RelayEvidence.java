package dev.sendonce.api.evidence;

import com.codahale.metrics.MetricRegistry;
import dev.sendonce.api.config.EvidenceMapping;
import dev.sendonce.api.config.RelayConfiguration;
import dev.sendonce.api.config.RelayMapping;
import dev.sendonce.evidence.EvidenceSink;
import dev.sendonce.evidence.EvidenceSource;
import dev.sendonce.evidence.events.ProviderEvents;
import dev.sendonce.evidence.imap.SentArchive;
import dev.sendonce.evidence.sources.EvidenceSources;
import java.time.Clock;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The evidence sources of all relays, and what the parts of a node take from them. */
public final class RelayEvidence {
  private RelayEvidence() {}

  /**
   * The sources by relay name; no connection is opened.
   *
   * @param variables of the environment, for secrets
   */
  public static Map<String, EvidenceSources> of(
      Map<String, RelayConfiguration> relays, Map<String, String> variables, Clock clock) {
    EvidenceMapping evidence = new EvidenceMapping(variables);
    RelayMapping mapping = new RelayMapping(variables);
    Map<String, EvidenceSources> sources = new LinkedHashMap<>();
    relays.forEach(
        (name, yaml) ->
            sources.put(
                name,
                EvidenceSources.of(
                    name,
                    mapping.settings(name, yaml).host(),
                    evidence.settings(name, yaml.evidence()),
                    clock)));
    return sources;
  }

  /** What verification asks. */
  public static Map<String, List<EvidenceSource>> probed(Map<String, EvidenceSources> sources) {
    return each(sources, s -> Optional.of(s.probed()));
  }

  /** Where Sent copies are filed. */
  public static Map<String, SentArchive> archives(Map<String, EvidenceSources> sources) {
    return each(sources, EvidenceSources::archive);
  }

  /** What takes notifications. */
  public static Map<String, ProviderEvents> receivers(
      Map<String, EvidenceSources> sources, EvidenceSink sink, MetricRegistry metrics) {
    return each(sources, s -> s.events(sink, metrics));
  }

  private static <T> Map<String, T> each(
      Map<String, EvidenceSources> sources, Function<EvidenceSources, Optional<T>> part) {
    Map<String, T> parts = new HashMap<>();
    sources.forEach((relay, s) -> part.apply(s).ifPresent(p -> parts.put(relay, p)));
    return parts;
  }
}
