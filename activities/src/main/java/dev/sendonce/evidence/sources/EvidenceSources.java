package dev.sendonce.evidence.sources;

import com.codahale.metrics.MetricRegistry;
import dev.sendonce.evidence.EvidenceSettings;
import dev.sendonce.evidence.EvidenceSink;
import dev.sendonce.evidence.EvidenceSource;
import dev.sendonce.evidence.ImapLocation;
import dev.sendonce.evidence.RelayProfile;
import dev.sendonce.evidence.bounce.BounceCounters;
import dev.sendonce.evidence.bounce.BounceMailbox;
import dev.sendonce.evidence.bounce.BounceReader;
import dev.sendonce.evidence.events.ProviderEvents;
import dev.sendonce.evidence.imap.ImapClient;
import dev.sendonce.evidence.imap.ImapSentCopy;
import dev.sendonce.evidence.imap.JournalMailbox;
import dev.sendonce.evidence.imap.SentArchive;
import dev.sendonce.evidence.imap.Watchdog;
import dev.sendonce.evidence.log.RelayLog;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Everything that one relay's evidence settings stand for. Building it opens no connection; closing
 * it ends conversations that are under way. Thread-safe.
 */
public final class EvidenceSources implements AutoCloseable {
  private final String relay;
  private final EvidenceSettings settings;
  private final RelayProfile profile;
  private final Clock clock;
  private final Watchdog watchdog = new Watchdog();
  private final List<EvidenceSource> probed;

  private EvidenceSources(
      String relay, EvidenceSettings settings, RelayProfile profile, Clock clock) {
    this.relay = relay;
    this.settings = settings;
    this.profile = profile;
    this.clock = clock;
    probed = List.copyOf(build());
  }

  /**
   * The sources of a relay.
   *
   * @param host of the relay, which its profile is chosen by
   * @throws IllegalArgumentException when the settings name an unknown profile
   */
  public static EvidenceSources of(
      String relay, String host, EvidenceSettings settings, Clock clock) {
    return new EvidenceSources(relay, settings, settings.profileFor(host), clock);
  }

  private List<EvidenceSource> build() {
    List<EvidenceSource> sources = new ArrayList<>();
    // the log first: it is the quickest, and the only one that may prove non-acceptance
    settings.relayLog().ifPresent(log -> sources.add(new RelayLog(log, clock)));
    settings
        .journal()
        .ifPresent(j -> sources.add(new JournalMailbox(j, profile, client(j.location()), clock)));
    settings
        .imap()
        .ifPresent(
            i ->
                sources.add(
                    new ImapSentCopy(i, profile, settings.archive(), client(i.location()), clock)));
    settings
        .bounces()
        .ifPresent(b -> sources.add(new BounceMailbox(b, client(b.location()), clock)));
    return sources;
  }

  private ImapClient client(ImapLocation location) {
    return new ImapClient(location, watchdog);
  }

  /** What is asked by verification, in this order. */
  public List<EvidenceSource> probed() {
    return probed;
  }

  /** What the relay is thought to do to messages. */
  public RelayProfile profile() {
    return profile;
  }

  /** Files Sent copies, when that is configured. */
  public Optional<SentArchive> archive() {
    return settings.archive()
        ? settings
            .imap()
            .map(i -> new SentArchive(i, profile, client(i.location()), EvidenceSources::pause))
        : Optional.empty();
  }

  /** Reads the bounce mailbox, when there is one; to be run every now and then. */
  public Optional<BounceReader> bounceReader(EvidenceSink sink, MetricRegistry metrics) {
    return settings
        .bounces()
        .map(
            b ->
                new BounceReader(
                    relay,
                    b,
                    client(b.location()),
                    sink,
                    BounceCounters.of(metrics, relay),
                    clock));
  }

  /** Takes the provider's notifications, when they are configured. */
  public Optional<ProviderEvents> events(EvidenceSink sink, MetricRegistry metrics) {
    return settings.events().map(e -> new ProviderEvents(relay, e, sink, metrics, clock));
  }

  @Override
  public void close() {
    watchdog.close();
  }

  private static void pause(Duration duration) {
    try {
      TimeUnit.MILLISECONDS.sleep(duration.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
