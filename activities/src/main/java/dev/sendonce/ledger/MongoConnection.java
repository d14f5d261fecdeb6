package dev.sendonce.ledger;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.ReadConcern;
import com.mongodb.ReadConcernLevel;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The one place that builds a MongoDB client. Writes wait for a majority and its journal, reads are
 * majority reads from the primary, and every statement ends in time for a caller to be told within
 * ten seconds that the ledger cannot be reached. The driver repeats nothing by itself: an open
 * question is settled by the ledger, with a token. Thread-safe.
 */
public final class MongoConnection implements AutoCloseable {
  static final Duration SERVER_SELECTION = Duration.ofSeconds(2);
  static final Duration SOCKET_READ = Duration.ofSeconds(3);
  static final Duration WRITE_CONCERN_TIMEOUT = Duration.ofMillis(2500);

  private static final WriteConcern WRITES =
      WriteConcern.MAJORITY
          .withJournal(true)
          .withWTimeout(WRITE_CONCERN_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);

  private final MongoClient client;
  private final MongoDatabase database;

  private MongoConnection(MongoClient client, String database) {
    this.client = client;
    this.database = decisive(client.getDatabase(database));
  }

  /**
   * Connects lazily; does not fail when no server can be reached.
   *
   * @throws IllegalArgumentException when the URI asks for something unsafe, with the sentences of
   *     {@link #unsafe}
   */
  public static MongoConnection open(String uri, String database) {
    List<String> unsafe = unsafe(uri);
    if (!unsafe.isEmpty()) {
      throw new IllegalArgumentException(String.join(" ", unsafe));
    }
    return new MongoConnection(MongoClients.create(settings(new ConnectionString(uri))), database);
  }

  /**
   * What in a MongoDB URI would weaken the ledger: one sentence for each setting, none when it is
   * safe. {@code retryWrites} is accepted and switched off, as the class says.
   */
  public static List<String> unsafe(String uri) {
    ConnectionString parsed = new ConnectionString(uri);
    List<String> found = new ArrayList<>();
    WriteConcern writes = parsed.getWriteConcern();
    if (writes != null) {
      Object w = writes.getWObject();
      if (w != null && !"majority".equals(w)) {
        found.add(
            "mongo.uri: w="
                + w
                + " is not a majority, so an acknowledged claim could be rolled back; remove it or set w=majority.");
      }
      if (Boolean.FALSE.equals(writes.getJournal())) {
        found.add(
            "mongo.uri: journal=false acknowledges writes that a crash loses; remove it or set journal=true.");
      }
    }
    ReadPreference reads = parsed.getReadPreference();
    if (reads != null && !reads.equals(ReadPreference.primary())) {
      found.add(
          "mongo.uri: readPreference="
              + reads.getName()
              + " may read an old row; remove it or set readPreference=primary.");
    }
    ReadConcern concern = parsed.getReadConcern();
    if (concern != null
        && concern.getLevel() != ReadConcernLevel.MAJORITY
        && concern.getLevel() != ReadConcernLevel.LINEARIZABLE) {
      found.add(
          "mongo.uri: readConcernLevel="
              + concern.getLevel().getValue()
              + " may read a row that is rolled back; remove it or set readConcernLevel=majority.");
    }
    return List.copyOf(found);
  }

  private static MongoClientSettings settings(ConnectionString uri) {
    return MongoClientSettings.builder()
        .applyConnectionString(uri)
        .applicationName("sendonce")
        .writeConcern(WRITES)
        .readConcern(ReadConcern.MAJORITY)
        .readPreference(ReadPreference.primary())
        .retryWrites(false)
        .retryReads(false)
        .applyToClusterSettings(
            cluster ->
                cluster.serverSelectionTimeout(SERVER_SELECTION.toMillis(), TimeUnit.MILLISECONDS))
        .applyToSocketSettings(
            socket ->
                socket
                    .connectTimeout(2, TimeUnit.SECONDS)
                    .readTimeout(SOCKET_READ.toMillis(), TimeUnit.MILLISECONDS))
        .applyToConnectionPoolSettings(pool -> pool.maxWaitTime(2, TimeUnit.SECONDS))
        .build();
  }

  /** The database with the concerns that decisions need. */
  static MongoDatabase decisive(MongoDatabase database) {
    return database
        .withWriteConcern(WRITES)
        .withReadConcern(ReadConcern.MAJORITY)
        .withReadPreference(ReadPreference.primary());
  }

  /** The database, with majority concerns for everything that is built on it. */
  public MongoDatabase database() {
    return database;
  }

  @Override
  public void close() {
    client.close();
  }
}
