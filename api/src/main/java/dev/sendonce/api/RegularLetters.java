package dev.sendonce.api;

import dev.sendonce.api.auth.ApiKeys;
import dev.sendonce.api.auth.Caller;
import dev.sendonce.api.background.Leadership;
import dev.sendonce.api.background.Patient;
import dev.sendonce.api.config.SendonceConfiguration;
import dev.sendonce.api.drain.Drain;
import dev.sendonce.api.engine.EarlierLife;
import dev.sendonce.api.engine.Engine;
import dev.sendonce.api.engine.TemporalConnection;
import dev.sendonce.api.engine.TemporalSchedules;
import dev.sendonce.api.schedule.ScheduleGuard;
import dev.sendonce.api.schedule.ScheduleParts;
import dev.sendonce.schedule.MissedFirings;
import dev.sendonce.schedule.ScheduledLetters;
import dev.sendonce.schedule.Schedules;
import io.dropwizard.core.setup.Environment;
import java.time.Clock;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Puts together what regular letters are made with. */
final class RegularLetters {
  private static final Duration LOOK = Duration.ofSeconds(15);

  private RegularLetters() {}

  static ScheduleParts parts(
      Storage storage, Engine engine, TemporalConnection temporal, Clock clock) {
    ApiKeys keys = new ApiKeys(storage.database(), clock);
    Schedules rows = new Schedules(storage.database(), clock);
    ScheduledLetters letters =
        new ScheduledLetters(
            rows,
            storage.ledger(),
            storage.intake()::accept,
            send -> EarlierLife.startOrPark(engine, storage.ledger(), send),
            engine::wake,
            id ->
                keys.find(id)
                    .filter(key -> key.revokedAt() == null)
                    .map(Caller::new)
                    .map(Caller::submitter),
            clock);
    return new ScheduleParts(rows, letters, new TemporalSchedules(temporal, clock), clock);
  }

  /**
   * Lets one node look after the schedules; should two do it for a moment, nothing is done twice.
   *
   * @param mayAct false while this node's workers must not run
   */
  static void watch(
      RestParts parts,
      BooleanSupplier mayAct,
      Drain drain,
      SendonceConfiguration c,
      Environment environment) {
    ScheduleParts schedules = parts.schedules();
    ScheduleGuard guard =
        new ScheduleGuard(
            schedules.rows(),
            schedules.changes(),
            new MissedFirings(schedules.rows(), parts.storage().ledger(), parts.clock()),
            parts.clock());
    Leadership leadership =
        Background.leadership("schedules", parts.storage(), drain, mayAct, c, environment);
    Runnable look =
        () -> {
          if (mayAct.getAsBoolean()) {
            leadership.number().ifPresent(number -> guard.run());
          }
        };
    environment
        .lifecycle()
        .manage(new Repeated("schedules", Patient.repeatedly("schedules", look), LOOK));
  }
}
