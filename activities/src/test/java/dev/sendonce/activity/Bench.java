package dev.sendonce.activity;

import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Timer;
import dev.sendonce.evidence.EvidenceSource;
import dev.sendonce.ledger.KeyedDigest;
import dev.sendonce.ledger.Ledger;
import dev.sendonce.ledger.LedgerSettings;
import dev.sendonce.ledger.MongoSendStore;
import dev.sendonce.ledger.NewSend;
import dev.sendonce.ledger.SendLookup;
import dev.sendonce.ledger.Sends;
import dev.sendonce.ledger.TestLedger;
import dev.sendonce.send.EmailAddress;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** The steps of {@code deliver} on a real ledger, with a relay and evidence that tests script. */
final class Bench implements AutoCloseable {
  static final Duration GUARD = Duration.ofMinutes(30);

  private final Clock clock = Clock.systemUTC();
  private final TestLedger base = TestLedger.inMemory(clock);
  private final FlakyStore store = new FlakyStore(new MongoSendStore(base.database()));
  private final Ledger ledger = new Ledger(store, base.active(), clock, settings());
  private final TestRelay relay = new TestRelay();
  private final List<EvidenceSource> evidence = new ArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final SendViews views =
      new SendViews(
          clock,
          Map.of("default", relay.settings()),
          new ProbeSchedule(List.of(Duration.ofSeconds(20), Duration.ofMinutes(1))),
          GUARD,
          new DeliveryLimits(Duration.ofSeconds(30)),
          URI.create("http://api.example"));
  private final RelayRetries retries =
      new RelayRetries(
          Map.of("default", relay.settings()), new RetryPlan(clock, RandomGenerator.getDefault()));
  private final Timer window = new Timer();
  private Sleeper sleeper = Sleeper.SYSTEM;

  private static LedgerSettings settings() {
    byte[] secret = "sixteen bytes or more".getBytes(StandardCharsets.UTF_8);
    return new LedgerSettings(GUARD, new KeyedDigest(secret), address -> address);
  }

  Ledger ledger() {
    return ledger;
  }

  SendLookup lookup() {
    return new SendLookup(base.database());
  }

  FlakyStore store() {
    return store;
  }

  TestRelay relay() {
    return relay;
  }

  List<EvidenceSource> evidence() {
    return evidence;
  }

  ExecutorService threads() {
    return threads;
  }

  Timer window() {
    return window;
  }

  SendViews views() {
    return views;
  }

  Verification verification() {
    return new Verification(
        ledger, Map.of("default", List.copyOf(evidence)), retries, new MetricRegistry(), clock);
  }

  LedgerActivities activities(SlowWork slowWork) {
    return new LedgerActivitiesImpl(ledger, views, retries, slowWork, Pulse.NONE, clock);
  }

  /** Time passes at each pause, without waiting. */
  void impatient() {
    sleeper =
        new Sleeper() {
          private long now;

          @Override
          public boolean sleep(Duration pause) {
            now += Duration.ofMinutes(1).toNanos();
            return true;
          }

          @Override
          public long nanoTime() {
            return now;
          }
        };
  }

  DeliverySteps steps() {
    return steps(() -> UUID.randomUUID().toString());
  }

  DeliverySteps steps(Supplier<String> tokens) {
    return new DeliverySteps(
        ledger,
        new FrozenMessages(base.messages()),
        Map.of("default", relay),
        new Baselines(Map.of("default", evidence), threads),
        new OutcomeRecorder(ledger, views, sleeper, window),
        views,
        retries,
        new DeliveryLimits(Duration.ofSeconds(30)),
        tokens,
        clock,
        "node-1");
  }

  Delivery deliver(Send send, int attempt) {
    return steps().deliver(send.key(), attempt, new LiveAttempt());
  }

  Send accept() {
    return accept(null, "Subject: Invoice\r\n\r\nHello\r\n", "ann@example.org");
  }

  Send accept(Instant sendAt, String stored, String... recipients) {
    SendKey key = new SendKey("letter-" + UUID.randomUUID());
    String id = UUID.randomUUID().toString();
    String messageId = "<" + id + "@shop.example>";
    TestMessage message = new TestMessage(messageId, "Subject: Invoice\r\n\r\nHello\r\n");
    base.messages().store(id, key, new TestMessage(messageId, stored));
    Instant from = sendAt == null ? clock.instant() : sendAt;
    ledger.prepare(
        new NewSend(
            key,
            id,
            "shop",
            "default",
            null,
            new EmailAddress("billing", "shop.example"),
            List.of(recipients).stream().map(Sends::recipient).toList(),
            List.of(),
            messageId,
            message.digest(),
            message.size(),
            false,
            sendAt,
            from.plus(Duration.ofHours(24)),
            Map.of(),
            Map.of(),
            null,
            false));
    return find(key);
  }

  Send find(SendKey key) {
    return ledger.find(key).orElseThrow();
  }

  @Override
  public void close() {
    threads.shutdownNow();
    base.close();
  }
}
