package dev.sendonce.api;

import com.mongodb.client.MongoDatabase;
import dev.sendonce.api.config.SendonceConfiguration;
import dev.sendonce.api.engine.NamespaceIdentity;
import dev.sendonce.api.engine.TemporalConnection;
import dev.sendonce.api.engine.TemporalSettings;
import dev.sendonce.deployment.Deployment;
import dev.sendonce.deployment.EngineIdentity;
import dev.sendonce.intake.outbox.OutboxIntake;
import dev.sendonce.ledger.MongoConnection;
import dev.sendonce.ledger.Transition;
import dev.sendonce.ledger.UnfinishedSends;
import dev.sendonce.schedule.Pauses;
import dev.sendonce.schedule.Schedules;
import dev.sendonce.send.SendKey;
import io.grpc.StatusRuntimeException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Makes a database this deployment's own, on a person's word. */
public final class Adoption {
  private static final int PAGE = 200;
  private static final int TRIES = 10;
  private static final Duration BETWEEN_TRIES = Duration.ofSeconds(1);
  private static final String ACTOR = "sendonce adopt";

  private Adoption() {}

  /**
   * What does not go out by itself any more.
   *
   * @param sends that now wait for a person's decision
   * @param documents of the outbox that were refused
   */
  public record Held(int sends, long documents) {
    private static final Held NOTHING = new Held(0, 0);
  }

  /**
   * Adopts. The sends come first: whoever is stopped in between runs it again.
   *
   * @param restored also move every unfinished send to unconfirmed (DESIGN 4, rule 12), refuse what
   *     waits in the outbox and pause every schedule: a copy must not send what the original sends
   * @return what was held back
   */
  public static Held run(SendonceConfiguration c, boolean restored) {
    TemporalConnection temporal =
        new TemporalConnection(
            new TemporalSettings(
                c.temporal().target(), c.temporal().namespace(), URI.create(c.temporal().uiUrl())));
    try (MongoConnection mongo = MongoConnection.open(c.mongo().uri(), c.mongo().database())) {
      EngineIdentity engine = identity(new NamespaceIdentity(temporal));
      Held held = Held.NOTHING;
      if (restored) {
        held = hold(Storage.on(mongo.database(), c, Clock.systemUTC()));
      }
      new Deployment(mongo.database()).adopt(engine);
      return held;
    } finally {
      temporal.stop();
    }
  }

  /** A person waits for the answer, so a Temporal that just starts is given some seconds. */
  private static EngineIdentity identity(NamespaceIdentity temporal) {
    for (int left = TRIES; left > 1; left--) {
      try {
        return temporal.get();
      } catch (StatusRuntimeException e) {
        LockSupport.parkNanos(BETWEEN_TRIES.toNanos());
      }
    }
    return temporal.get();
  }

  static Held hold(Storage storage) {
    int moved = moveUnfinished(storage);
    long refused =
        OutboxIntake.refuseAll(
            storage.database(),
            "The database was restored or copied; the original may have accepted it.");
    pauseSchedules(storage.database());
    return new Held(moved, refused);
  }

  private static void pauseSchedules(MongoDatabase database) {
    Clock clock = Clock.systemUTC();
    Pauses.Pause pause =
        new Pauses.Pause(
            "restored from a backup or a copy; unpause when this is the one that sends",
            ACTOR,
            clock.instant().truncatedTo(ChronoUnit.MILLIS));
    new Schedules(database, clock).pauseAll(pause);
  }

  /** Puts each on the work list, too: the list may be from another moment than the sends. */
  private static int moveUnfinished(Storage storage) {
    UnfinishedSends unfinished = new UnfinishedSends(storage.database());
    int moved = 0;
    List<SendKey> page = unfinished.list(null, PAGE);
    while (!page.isEmpty()) {
      for (SendKey key : page) {
        storage.active().add(key);
        if (storage.ledger().adoptRestored(key, ACTOR) instanceof Transition.Applied) {
          moved++;
        }
      }
      page = unfinished.list(page.get(page.size() - 1), PAGE);
    }
    return moved;
  }
}
