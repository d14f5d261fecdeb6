package dev.sendonce.api;

import com.codahale.metrics.health.HealthCheckRegistry;
import dev.sendonce.api.config.SendonceConfiguration;
import dev.sendonce.api.drain.Drain;
import dev.sendonce.api.drain.DrainTask;
import dev.sendonce.api.health.DrainHealth;
import dev.sendonce.api.health.EngineHealth;
import dev.sendonce.api.health.LabHealth;
import dev.sendonce.api.health.LedgerHealth;
import dev.sendonce.api.health.Readiness;
import dev.sendonce.api.health.RelayHealth;
import dev.sendonce.api.health.UnconfirmedHealth;
import dev.sendonce.api.health.WorkerHealth;
import dev.sendonce.api.metrics.CensusGauges;
import dev.sendonce.api.metrics.CensusTaker;
import dev.sendonce.api.metrics.Prometheus;
import dev.sendonce.api.metrics.RelayGauges;
import io.dropwizard.core.setup.Environment;
import java.time.Duration;
import java.util.function.Supplier;

/** Registers what operators look at: health and metrics on the admin port. */
final class Watching {
  private static final Duration CENSUS_EVERY = Duration.ofSeconds(10);

  private Watching() {}

  /**
   * Registers the checks and pages.
   *
   * @param workerProblem why this node's workers do not run, or null while they do
   */
  static void register(
      RestParts parts,
      Supplier<String> workerProblem,
      Drain drain,
      Prometheus prometheus,
      SendonceConfiguration c,
      Environment environment) {
    HealthCheckRegistry checks = environment.healthChecks();
    LedgerHealth ledger = new LedgerHealth(parts.storage().database());
    checks.register("ledger", ledger);
    DrainHealth draining = new DrainHealth(drain);
    checks.register("drain", draining);
    environment.admin().addTask(DrainTask.drain(drain));
    environment.admin().addTask(DrainTask.undrain(drain));
    checks.register("engine", new EngineHealth(parts.engine()));
    checks.register("worker", new WorkerHealth(workerProblem));
    parts
        .relays()
        .forEach((name, relay) -> checks.register("relay." + name, new RelayHealth(relay)));
    checks.register("lab", new LabHealth(c.lab()));
    CensusTaker census = census(parts, environment);
    checks.register("unconfirmed", new UnconfirmedHealth(census, c.alarm().unconfirmed()));
    CensusGauges.register(prometheus.registry(), census, parts.clock());
    RelayGauges.register(prometheus.registry(), parts.relays().values());
    environment.admin().addServlet("ready", new Readiness(ledger, draining)).addMapping("/ready");
    environment.admin().addServlet("prometheus", prometheus.servlet()).addMapping("/prometheus");
  }

  private static CensusTaker census(RestParts parts, Environment environment) {
    CensusTaker census =
        new CensusTaker(parts.storage().active(), parts.storage().ledger(), parts.clock());
    environment.lifecycle().manage(new Repeated("census", census, CENSUS_EVERY));
    return census;
  }
}
