package dev.sendonce.api;

import com.mongodb.client.MongoDatabase;
import dev.sendonce.api.config.SendonceConfiguration;
import dev.sendonce.intake.ContentGuard;
import dev.sendonce.intake.Intake;
import dev.sendonce.intake.IntakeSettings;
import dev.sendonce.intake.Limits;
import dev.sendonce.intake.SequenceReferences;
import dev.sendonce.ledger.ActiveSends;
import dev.sendonce.ledger.KeyedDigest;
import dev.sendonce.ledger.Ledger;
import dev.sendonce.ledger.LedgerSettings;
import dev.sendonce.ledger.Messages;
import dev.sendonce.ledger.MongoActiveSends;
import dev.sendonce.ledger.MongoSendStore;
import dev.sendonce.ledger.SendQueries;
import dev.sendonce.ledger.SendStore;
import dev.sendonce.message.CanonicalAddress;
import dev.sendonce.message.SamePersonRules;
import dev.sendonce.send.EmailAddress;
import dev.sendonce.sequence.SequenceNumbers;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** What a node keeps in MongoDB, and the intake that fills it. */
record Storage(
    MongoDatabase database,
    ActiveSends active,
    Ledger ledger,
    Messages messages,
    SendQueries queries,
    Intake intake) {
  static Storage on(MongoDatabase database, SendonceConfiguration c, Clock clock) {
    return on(database, c, clock, Ledger::new);
  }

  /**
   * The same on another ledger.
   *
   * @param ledgers makes it
   */
  static Storage on(MongoDatabase database, SendonceConfiguration c, Clock clock, Ledgers ledgers) {
    ActiveSends active = new MongoActiveSends(database);
    Ledger ledger =
        ledgers.open(
            new MongoSendStore(database),
            active,
            clock,
            new LedgerSettings(
                c.resendGuard(),
                new KeyedDigest(new DeploymentSecret(c.secret(), database)),
                samePerson(c)));
    Messages messages = new Messages(database);
    return new Storage(
        database,
        active,
        ledger,
        messages,
        new SendQueries(database, samePerson(c)),
        intake(c, database, ledger, messages, clock));
  }

  /** Makes the ledger of a node. */
  @FunctionalInterface
  interface Ledgers {
    Ledger open(SendStore store, ActiveSends active, Clock clock, LedgerSettings settings);
  }

  private static UnaryOperator<String> samePerson(SendonceConfiguration c) {
    SamePersonRules rules = c.samePerson().rules();
    return address -> CanonicalAddress.of(EmailAddress.ofStored(address), rules).value();
  }

  private static Intake intake(
      SendonceConfiguration c,
      MongoDatabase database,
      Ledger ledger,
      Messages messages,
      Clock clock) {
    Map<String, Duration> relays =
        c.relays().entrySet().stream()
            .collect(
                Collectors.toMap(
                    Map.Entry::getKey, e -> e.getValue().retry().expireAfter().toJavaDuration()));
    return new Intake(
        new IntakeSettings(
            relays,
            DefaultRelay.of(c),
            new Limits(
                c.limits().content().toBytes(),
                c.limits().recipients(),
                Limits.DEFAULT.expireAfter(),
                Limits.DEFAULT.ahead()),
            c.duplicateWindow(),
            c.samePerson().rules(),
            Path.of(System.getProperty("java.io.tmpdir"))),
        ledger,
        messages,
        new ContentGuard(database, ledger, clock),
        new SequenceReferences(new SequenceNumbers(database), c.sequences().numbers()),
        clock,
        () -> UUID.randomUUID().toString());
  }
}
