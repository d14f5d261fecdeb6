package dev.sendonce.lab.mongo;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.inc;
import static com.mongodb.client.model.Updates.set;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was acknowledged is there after SIGKILL, and what was not can still be written. */
class KilledMongoTest {
  private static final int WRITERS = 4;

  @TempDir private Path home;

  @Test
  void keepsEveryAcknowledgedWriteOverSeveralKills() throws Exception {
    killInALoop(3, 150);
  }

  @Test
  @Tag("long")
  void keepsEveryAcknowledgedWriteOverManyKills() throws Exception {
    killInALoop(30, 400);
  }

  @Test
  void endsOnTermWithinSeconds() throws Exception {
    try (MongoProcess mongo = MongoProcess.start(home.resolve("store.mv"));
        MongoClient client = MongoClients.create(mongo.uri())) {
      rows(client).insertOne(new Document("_id", "a"));

      assertThat(mongo.terminate()).isLessThan(5_000);
    }
    try (EmbeddedMongo mongo = EmbeddedMongo.start(home.resolve("store.mv"), "127.0.0.1", 0);
        MongoClient client = MongoClients.create(mongo.uri())) {
      assertThat(rows(client).countDocuments()).isEqualTo(1);
    }
  }

  private void killInALoop(int rounds, int writesPerRound) throws Exception {
    Map<String, Integer> acknowledged = new ConcurrentHashMap<>();
    for (int round = 0; round < rounds; round++) {
      try (MongoProcess mongo = MongoProcess.start(home.resolve("store.mv"))) {
        writeUntilKilled(mongo, round, writesPerRound, acknowledged);
      }
    }
    try (EmbeddedMongo mongo = EmbeddedMongo.start(home.resolve("store.mv"), "127.0.0.1", 0);
        MongoClient client = MongoClients.create(mongo.uri())) {
      assertThat(acknowledged.size()).isGreaterThanOrEqualTo(rounds * WRITERS);
      acknowledged.forEach(
          (id, version) -> {
            Document row = rows(client).find(eq("_id", id)).first();
            assertThat(row).as(id).isNotNull();
            assertThat(row.getInteger("version")).as(id).isGreaterThanOrEqualTo(version);
            writeAgain(client, row);
          });
    }
  }

  /** A row that a kill tore from its index entries could be neither found nor written. */
  private static void writeAgain(MongoClient client, Document row) {
    assertThat(
            rows(client)
                .findOneAndUpdate(
                    and(eq("unique", row.get("unique")), eq("version", row.get("version"))),
                    inc("version", 1)))
        .isNotNull();
  }

  private static void writeUntilKilled(
      MongoProcess mongo, int round, int writes, Map<String, Integer> acknowledged)
      throws InterruptedException, IOException {
    ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
    CountDownLatch enough = new CountDownLatch(writes);
    try (MongoClient client = MongoClients.create(mongo.uri())) {
      rows(client)
          .createIndex(Indexes.ascending("unique"), new IndexOptions().unique(true).sparse(true));
      for (int writer = 0; writer < WRITERS; writer++) {
        String prefix = round + "-" + writer + "-";
        writers.execute(() -> write(rows(client), prefix, acknowledged, enough));
      }
      assertThat(enough.await(30, TimeUnit.SECONDS)).isTrue();
      mongo.kill();
    } finally {
      writers.shutdownNow();
    }
    assertThat(writers.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
  }

  private static void write(
      MongoCollection<Document> rows,
      String prefix,
      Map<String, Integer> acknowledged,
      CountDownLatch enough) {
    try {
      for (int n = 0; ; n++) {
        String id = prefix + n;
        rows.insertOne(
            new Document("_id", id)
                .append("unique", id)
                .append("version", 0)
                .append("text", "x".repeat(2_000)));
        acknowledged.put(id, 0);
        for (int version = 1; version <= 3; version++) {
          rows.findOneAndUpdate(
              and(eq("_id", id), eq("version", version - 1)),
              combine(set("text", "y".repeat(2_000)), inc("version", 1)));
          acknowledged.put(id, version);
          enough.countDown();
        }
      }
    } catch (MongoException killed) {
      // What follows was not acknowledged.
    }
  }

  private static MongoCollection<Document> rows(MongoClient client) {
    return client.getDatabase("test").getCollection("rows");
  }
}
