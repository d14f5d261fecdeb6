package dev.sendonce.api;

import dev.sendonce.activity.Activities;
import dev.sendonce.activity.DeliveryLimits;
import dev.sendonce.activity.ProbeSchedule;
import dev.sendonce.activity.SentCopyFiling;
import dev.sendonce.api.background.DeploymentGuard;
import dev.sendonce.api.config.RelayMapping;
import dev.sendonce.api.config.SendonceConfiguration;
import dev.sendonce.api.drain.Drain;
import dev.sendonce.api.engine.Engine;
import dev.sendonce.api.engine.NamespaceIdentity;
import dev.sendonce.api.engine.Sweeper;
import dev.sendonce.api.engine.TemporalConnection;
import dev.sendonce.api.engine.TemporalEngine;
import dev.sendonce.api.engine.TemporalSettings;
import dev.sendonce.api.engine.WorkerManaged;
import dev.sendonce.api.evidence.RelayEvidence;
import dev.sendonce.api.http.AdoptionFilter;
import dev.sendonce.api.lab.LabRelay;
import dev.sendonce.api.metrics.Prometheus;
import dev.sendonce.api.schedule.ScheduleParts;
import dev.sendonce.deployment.Deployment;
import dev.sendonce.evidence.sources.EvidenceSources;
import dev.sendonce.feed.EventLog;
import dev.sendonce.ledger.Ledger;
import dev.sendonce.ledger.MongoConnection;
import dev.sendonce.smtp.Relay;
import dev.sendonce.smtp.RelayMetrics;
import dev.sendonce.smtp.SmtpRelay;
import io.dropwizard.core.setup.Environment;
import io.dropwizard.lifecycle.AutoCloseableManager;
import io.dropwizard.util.Duration;
import io.temporal.common.converter.DataConverter;
import java.net.URI;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The composition root: the parts of a node that everything else is built on. Each part is closed
 * by Dropwizard in the reverse order: HTTP drains first, then the worker lets attempts in flight
 * finish, and the connections that both need go last.
 *
 * @param workerProblem why the workers of this node do not run; supplies null while they do
 * @param ours whether it was seen that the database is this deployment's own
 */
record Node(
    RestParts rest,
    Supplier<String> workerProblem,
    BooleanSupplier ours,
    Drain drain,
    Prometheus prometheus) {
  private static final java.time.Duration GUARD_LOOKS = java.time.Duration.ofSeconds(2);

  static Node assemble(SendonceConfiguration c, Environment environment) {
    return assemble(c, environment, Ledger::new);
  }

  /**
   * The same on another ledger.
   *
   * @param ledgers makes it
   */
  static Node assemble(SendonceConfiguration c, Environment environment, Storage.Ledgers ledgers) {
    Clock clock = Clock.systemUTC();
    Prometheus prometheus = new Prometheus(environment.metrics());
    MongoConnection mongo = MongoConnection.open(c.mongo().uri(), c.mongo().database());
    manage(environment, mongo);
    Storage storage = Storage.on(mongo.database(), c, clock, ledgers);
    Map<String, Relay> relays = relays(c, clock, environment);
    Map<String, EvidenceSources> evidence = RelayEvidence.of(c.relays(), System.getenv(), clock);
    evidence.values().forEach(sources -> manage(environment, sources));
    TemporalConnection temporal =
        temporal(c, prometheus, HistoryEncryption.setUp(c.temporal(), environment));
    environment.lifecycle().manage(temporal);
    TemporalEngine engine = new TemporalEngine(temporal);
    Activities activities = activities(c, storage, relays, evidence, engine, environment, clock);
    ScheduleParts schedules = RegularLetters.parts(storage, engine, temporal, clock);
    WorkerManaged worker =
        new WorkerManaged(
            temporal,
            activities,
            schedules.letters(),
            relays.values().stream().map(Relay::settings).toList(),
            c.shutdownGrace());
    environment.lifecycle().manage(worker);
    Drain drain = new Drain();
    drain.add(worker);
    DeploymentGuard guard =
        new DeploymentGuard(
            new Deployment(mongo.database()), new NamespaceIdentity(temporal), worker::admit);
    environment.lifecycle().manage(new Repeated("deployment", guard, GUARD_LOOKS));
    environment.jersey().register(new AdoptionFilter(guard::refusal));
    EventLog log = new EventLog(mongo.database());
    environment
        .lifecycle()
        .manage(
            new Sweeper(
                () -> worker.problem() == null,
                storage.active(),
                storage.ledger(),
                activities,
                engine,
                send -> log.contains(send.key().value(), send.version()),
                environment.metrics(),
                clock));
    RestParts rest =
        new RestParts(
            clock,
            storage,
            relays,
            evidence,
            engine,
            send -> activities.verification().probe(send.key(), send.epoch(), false).orElse(send),
            schedules);
    RegularLetters.watch(rest, () -> worker.problem() == null, drain, c, environment);
    return new Node(rest, worker::problem, guard::isOurs, drain, prometheus);
  }

  private static TemporalConnection temporal(
      SendonceConfiguration c, Prometheus prometheus, DataConverter converter) {
    return new TemporalConnection(
        new TemporalSettings(
            c.temporal().target(), c.temporal().namespace(), URI.create(c.temporal().uiUrl())),
        prometheus.temporalScope(),
        converter);
  }

  private static Activities activities(
      SendonceConfiguration c,
      Storage storage,
      Map<String, Relay> relays,
      Map<String, EvidenceSources> evidence,
      Engine engine,
      Environment environment,
      Clock clock) {
    return new Activities(
        new Activities.Parts(
            storage.ledger(),
            storage.messages(),
            relays,
            RelayEvidence.probed(evidence),
            new SentCopyFiling(RelayEvidence.archives(evidence), storage.messages()),
            new ProbeSchedule(c.verification().times()),
            new DeliveryLimits(
                c.delivery().heartbeatTimeout().toJavaDuration(),
                Optional.ofNullable(c.delivery().startToClose()).map(Duration::toJavaDuration)),
            engine::wake,
            PublicUrl.of(c),
            NodeName.of(c),
            environment.metrics(),
            clock));
  }

  private static Map<String, Relay> relays(
      SendonceConfiguration c, Clock clock, Environment environment) {
    RelayMapping mapping = new RelayMapping(System.getenv());
    Map<String, Relay> relays = new LinkedHashMap<>();
    c.relays()
        .forEach(
            (name, yaml) -> {
              SmtpRelay relay =
                  new SmtpRelay(
                      mapping.settings(name, yaml),
                      clock,
                      new RelayMetrics(environment.metrics(), name));
              manage(environment, relay);
              relays.put(name, LabRelay.in(c.lab(), System.getenv(), relay));
            });
    return relays;
  }

  private static void manage(Environment environment, AutoCloseable part) {
    environment.lifecycle().manage(new AutoCloseableManager(part));
  }
}
