package dev.sendonce.api;

import com.mongodb.client.MongoDatabase;
import dev.sendonce.api.background.FeedPublishing;
import dev.sendonce.api.background.Leadership;
import dev.sendonce.api.background.OutboxReading;
import dev.sendonce.api.background.Patient;
import dev.sendonce.api.background.TransitionCounters;
import dev.sendonce.api.config.SendonceConfiguration;
import dev.sendonce.api.drain.Drain;
import dev.sendonce.api.engine.EarlierLife;
import dev.sendonce.api.health.LeadershipHealth;
import dev.sendonce.evidence.bounce.BounceReader;
import dev.sendonce.feed.ActiveFeed;
import dev.sendonce.feed.ConsumerStreams;
import dev.sendonce.feed.Consumers;
import dev.sendonce.feed.EventLog;
import dev.sendonce.feed.Publisher;
import dev.sendonce.intake.ContentGuard;
import dev.sendonce.intake.outbox.OutboxIntake;
import dev.sendonce.lease.Leases;
import dev.sendonce.ledger.LedgerIndexes;
import dev.sendonce.ledger.OrphanMessages;
import dev.sendonce.ledger.SendVersions;
import io.dropwizard.core.setup.Environment;
import io.dropwizard.lifecycle.AutoCloseableManager;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/** Registers what a node does by itself: publishing the feed and reading the outbox. */
final class Background {
  private static final Duration LEASE = Duration.ofSeconds(10);
  private static final Duration RENEW = Duration.ofSeconds(3);
  private static final Duration ERASE = Duration.ofMinutes(10);
  private static final Duration STREAMS_KEPT = Duration.ofDays(1);
  private static final Duration OUTBOX_KEPT = Duration.ofDays(30);
  private static final Duration WALK = Duration.ofHours(1);
  private static final Duration ORPHANED = Duration.ofDays(1);
  private static final Duration MARKED = Duration.ofDays(1);
  private static final Duration LOOK = Duration.ofMillis(300);

  private final RestParts parts;
  private final Drain drain;
  private final BooleanSupplier ours;
  private final SendonceConfiguration c;
  private final Environment environment;

  private Background(Node node, SendonceConfiguration c, Environment environment) {
    this.parts = node.rest();
    this.drain = node.drain();
    this.ours = node.ours();
    this.c = c;
    this.environment = environment;
  }

  static void register(Node node, EventLog log, SendonceConfiguration c, Environment environment) {
    Background background = new Background(node, c, environment);
    background.indexes();
    background.purge();
    background.orphans();
    background.feed(log);
    background.outbox();
    background.bounces();
    c.contentRetention().ifPresent(background::retention);
  }

  /**
   * Repeats a task while it is known that the database is this deployment's own. A node on somebody
   * else's database would judge the owner's outbox by its own settings, and erase by its own
   * retention.
   */
  private void repeat(String name, Runnable task, Duration pause) {
    environment.lifecycle().manage(new Repeated(name, onlyWhile(ours, task), pause));
  }

  private static Runnable onlyWhile(BooleanSupplier ours, Runnable task) {
    return () -> {
      if (ours.getAsBoolean()) {
        task.run();
      }
    };
  }

  private void retention(Duration kept) {
    Retention retention = new Retention(parts.storage(), kept, parts.clock());
    repeat("retention", retention, ERASE);
  }

  /** Lists are right without their indexes, only slow, so that no start has to wait for them. */
  private void indexes() {
    Storage storage = parts.storage();
    Runnable create =
        Patient.once(
            "indexes",
            () -> {
              LedgerIndexes.create(storage.database());
              parts.schedules().rows().createIndex();
              ContentGuard.createIndex(storage.database());
              Consumers.createIndexes(storage.database());
            });
    repeat("indexes", create, RENEW);
  }

  /** Forgets what has lapsed; the embedded store does not do so by itself. */
  private void purge() {
    MongoDatabase database = parts.storage().database();
    Runnable purge =
        Patient.repeatedly(
            "purge",
            () -> {
              Instant now = parts.clock().instant();
              ContentGuard.purge(database, now);
              ConsumerStreams.purge(database, now.minus(STREAMS_KEPT));
              OutboxIntake.forget(database, now.minus(OUTBOX_KEPT));
            });
    repeat("purge", purge, ERASE);
  }

  private void orphans() {
    OrphanMessages orphans =
        new OrphanMessages(
            parts.storage().database(),
            parts.storage().messages(),
            parts.storage().ledger(),
            ORPHANED,
            MARKED,
            parts.clock());
    repeat("orphans", Patient.repeatedly("orphans", orphans::round), WALK);
  }

  private void feed(EventLog log) {
    Storage storage = parts.storage();
    Leadership leadership = leadership("feed", storage, drain, ours, c, environment);
    ActiveFeed news =
        new ActiveFeed(
            storage.active(),
            new SendVersions(storage.database())::of,
            storage.ledger()::find,
            log);
    Publisher publisher = new Publisher(news, log, new TransitionCounters(environment.metrics()));
    Runnable publish = FeedPublishing.task(log, publisher, leadership);
    repeat("feed", publish, LOOK);
  }

  /**
   * A candidate for a lease, shown in the health page, as a gauge, and in the log when it changes.
   *
   * @param ours only then it takes the lease, or keeps it
   */
  static Leadership leadership(
      String name,
      Storage storage,
      Drain drain,
      BooleanSupplier ours,
      SendonceConfiguration c,
      Environment environment) {
    Leadership leadership =
        new Leadership(
            new Leases(storage.database()), name, NodeName.of(c), LEASE, System::nanoTime);
    drain.add(leadership);
    environment.lifecycle().manage(new AutoCloseableManager(leadership));
    environment
        .lifecycle()
        .manage(new Repeated("lease-" + name, onlyWhile(ours, leadership), RENEW));
    environment
        .metrics()
        .gauge("sendonce.lease." + name, () -> () -> leadership.number().orElse(0L));
    environment.healthChecks().register("lease." + name, new LeadershipHealth(leadership));
    return leadership;
  }

  /** One node reads all bounce mailboxes; should two do it for a moment, nothing is shown twice. */
  private void bounces() {
    List<BounceReader> readers =
        parts.evidence().values().stream()
            .flatMap(e -> e.bounceReader(parts.evidenceSink(), environment.metrics()).stream())
            .toList();
    if (readers.isEmpty()) {
      return;
    }
    Leadership leadership = leadership("bounces", parts.storage(), drain, ours, c, environment);
    for (BounceReader reader : readers) {
      Runnable look = () -> leadership.number().ifPresent(number -> reader.run());
      repeat("bounces", look, reader.every());
    }
  }

  private void outbox() {
    OutboxIntake intake =
        new OutboxIntake(
            parts.storage().database(),
            c.outbox().intake(),
            parts.storage().intake()::accept,
            send -> EarlierLife.startOrPark(parts.engine(), parts.storage().ledger(), send),
            c.samePerson().rules(),
            () -> NodeName.of(c) + "/" + UUID.randomUUID());
    OutboxReading reading = new OutboxReading(intake, environment.metrics());
    drain.add(reading);
    repeat("outbox", reading.task(), LOOK);
  }
}
