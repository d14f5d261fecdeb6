package dev.sendonce.activity;

import com.codahale.metrics.MetricRegistry;
import dev.sendonce.evidence.EvidenceSource;
import dev.sendonce.ledger.Ledger;
import dev.sendonce.ledger.Messages;
import dev.sendonce.smtp.Relay;
import dev.sendonce.smtp.RelaySettings;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * All activities of a node, built from its parts. Close it after the workers have stopped.
 * Thread-safe.
 */
public final class Activities implements AutoCloseable {
  private static final int HEARTBEAT_THREADS = 2;

  private final SendViews views;
  private final LiveAttempts attempts = new LiveAttempts();
  private final ExecutorService baselineThreads;
  private final ScheduledExecutorService heartbeatThreads;
  private final Verification verification;
  private final DeliveryActivities delivery;
  private final LedgerActivities ledgerActivities;
  private final Pulse pulse;

  /** Wires the parts; opens no connection. */
  public Activities(Parts parts) {
    Map<String, RelaySettings> settings =
        parts.relays().entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, e -> e.getValue().settings()));
    this.baselineThreads = Executors.newCachedThreadPool(daemon("baseline"));
    this.heartbeatThreads =
        Executors.newScheduledThreadPool(HEARTBEAT_THREADS, daemon("heartbeat"));
    this.pulse = Pulse.ofActivities(heartbeatThreads);
    this.views =
        new SendViews(
            parts.clock(),
            settings,
            parts.probes(),
            parts.ledger().resendGuard(),
            parts.limits(),
            parts.api());
    RelayRetries retries =
        new RelayRetries(settings, new RetryPlan(parts.clock(), RandomGenerator.getDefault()));
    this.verification =
        new Verification(parts.ledger(), parts.evidence(), retries, parts.metrics(), parts.clock());
    OutcomeRecorder recorder =
        new OutcomeRecorder(
            parts.ledger(),
            views,
            Sleeper.SYSTEM,
            parts.metrics().timer("sendonce.delivery.critical-window"));
    DeliverySteps steps =
        new DeliverySteps(
            parts.ledger(),
            new FrozenMessages(parts.messages()),
            parts.relays(),
            new Baselines(parts.evidence(), baselineThreads),
            recorder,
            views,
            retries,
            parts.limits(),
            () -> UUID.randomUUID().toString(),
            parts.clock(),
            parts.node());
    this.delivery = new DeliveryActivitiesImpl(steps, attempts, heartbeatThreads, parts.waker());
    this.ledgerActivities =
        new LedgerActivitiesImpl(
            parts.ledger(), views, retries, parts.slowWork(), pulse, parts.clock());
  }

  /** Speaks SMTP; for workers of the relays' task queues. */
  public DeliveryActivities delivery() {
    return delivery;
  }

  /** For workers of the control task queue. */
  public LedgerActivities ledger() {
    return ledgerActivities;
  }

  /** For workers of the control task queue. */
  public VerificationActivities verifying() {
    return new VerificationActivitiesImpl(verification, views, pulse);
  }

  /** The same look for evidence, without a workflow. */
  public Verification verification() {
    return verification;
  }

  /** What workflows and people outside the REST API may see of a send. */
  public SendViews views() {
    return views;
  }

  /** The attempts in flight on this node. */
  public LiveAttempts attempts() {
    return attempts;
  }

  @Override
  public void close() {
    heartbeatThreads.shutdownNow();
    baselineThreads.shutdownNow();
  }

  private static ThreadFactory daemon(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  /**
   * What the activities of a node need.
   *
   * @param relays by name
   * @param evidence sources by relay name; a relay without any may be missing
   * @param api where people reach the REST API, without a slash at the end
   * @param node name of this node, for people
   */
  public record Parts(
      Ledger ledger,
      Messages messages,
      Map<String, Relay> relays,
      Map<String, List<EvidenceSource>> evidence,
      SlowWork slowWork,
      ProbeSchedule probes,
      DeliveryLimits limits,
      Waker waker,
      URI api,
      String node,
      MetricRegistry metrics,
      Clock clock) {
    public Parts {
      relays = Map.copyOf(relays);
      evidence = Map.copyOf(evidence);
    }
  }
}
