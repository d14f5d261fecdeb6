package dev.sendonce.ledger;

import com.mongodb.client.MongoDatabase;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;

/** A ledger on an embedded MongoDB, with everything that is built around it. */
public final class TestLedger implements AutoCloseable {
  /** Short enough for tests that wait for it. */
  public static final Duration GUARD = Duration.ofMillis(300);

  private final TestServer server;
  private final MongoConnection connection;
  private final Ledger ledger;
  private final ActiveSends active;
  private final Messages messages;
  private final SendQueries queries;

  private TestLedger(TestServer server, MongoConnection connection, Clock clock) {
    this.server = server;
    this.connection = connection;
    MongoDatabase database = connection.database();
    this.active = new MongoActiveSends(database);
    this.messages = new Messages(database);
    this.queries = new SendQueries(database, Sends::lowerCase);
    this.ledger = new Ledger(new MongoSendStore(database), active, clock, settings());
    LedgerIndexes.create(database);
  }

  /** On a server of its own, in memory. */
  public static TestLedger inMemory(Clock clock) {
    return on(TestServer.memory(), clock);
  }

  static TestLedger onH2(Clock clock) {
    return on(TestServer.h2(), clock);
  }

  private static TestLedger on(TestServer server, Clock clock) {
    return new TestLedger(server, MongoConnection.open(server.uri(), "test"), clock);
  }

  /** In a new database of a server that runs elsewhere. */
  static TestLedger at(String uri, Clock clock) {
    return new TestLedger(
        null, MongoConnection.open(uri, "sendonce-test-" + UUID.randomUUID()), clock);
  }

  static LedgerSettings settings() {
    return new LedgerSettings(
        GUARD,
        new KeyedDigest("a secret of sixteen".getBytes(StandardCharsets.UTF_8)),
        Sends::lowerCase);
  }

  public Ledger ledger() {
    return ledger;
  }

  public ActiveSends active() {
    return active;
  }

  public Messages messages() {
    return messages;
  }

  public SendQueries queries() {
    return queries;
  }

  public MongoDatabase database() {
    return connection.database();
  }

  @Override
  public void close() {
    if (server == null) {
      connection.database().drop();
    }
    connection.close();
    if (server != null) {
      server.close();
    }
  }
}
