package dev.sendonce.lab.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.sendonce.intake.Acceptance;
import dev.sendonce.intake.FieldError;
import dev.sendonce.intake.outbox.OutboxIntake;
import dev.sendonce.lab.mongo.EmbeddedMongo;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The embedded store, which has no index for a claim: finished documents must be out of its way.
 */
@Tag("long")
class OutboxCostTest {
  private static final int FINISHED = Integer.getInteger("lab.finished", 1_000_000);
  private static final int AT_ONCE = 10_000;
  private static final int ROUNDS = 60;
  private static final int BATCH = 10;

  @TempDir private Path directory;

  @Test
  void aClaimCostsTheSameAfterAMillionFinishedDocuments() throws IOException {
    try (EmbeddedMongo mongo = EmbeddedMongo.start(directory.resolve("store.mv"), "127.0.0.1", 0);
        MongoClient client = MongoClients.create(mongo.uri())) {
      MongoDatabase database = client.getDatabase("sendonce");
      measure(database, "warm-up");
      Cost before = measure(database, "before");

      fill(database.getCollection("outbox_finished"));
      Cost after = measure(database, "after");

      System.out.printf(
          "a round of %d documents: %.2f ms, %d compared; with %,d finished: %.2f ms, %d compared%n",
          BATCH, before.millis(), before.compared(), FINISHED, after.millis(), after.compared());
      assertThat(after.compared()).isEqualTo(before.compared());
      assertThat(after.millis()).isLessThan(2 * before.millis());

      // the twin: were they left in the outbox, the same measurement would see it
      MongoCollection<Document> outbox = database.getCollection("outbox");
      outbox.insertMany(finished(0, AT_ONCE).toList());
      assertThat(measureOnce(database, "twin", 0)).isGreaterThan(AT_ONCE);
    }
  }

  /**
   * What a round costs.
   *
   * @param millis the median
   * @param compared documents of the outbox that were compared with a filter, in all rounds
   */
  private record Cost(double millis, long compared) {}

  private static Cost measure(MongoDatabase database, String name) {
    double[] millis = new double[ROUNDS];
    long compared = 0;
    for (int round = 0; round < ROUNDS; round++) {
      long begun = System.nanoTime();
      compared += measureOnce(database, name, round);
      millis[round] = (System.nanoTime() - begun) / 1e6;
    }
    Arrays.sort(millis);
    return new Cost(millis[ROUNDS / 2], compared);
  }

  private static long measureOnce(MongoDatabase database, String name, int round) {
    database
        .getCollection("outbox")
        .insertMany(
            IntStream.range(0, BATCH)
                .mapToObj(n -> document(name + "-" + round + "-" + n, 0))
                .toList());
    long before = compared(database);
    OutboxIntake.Round done = intake(database).round();
    assertThat(done.refused()).isEqualTo(BATCH);
    return compared(database) - before;
  }

  /** Refuses everything at once: what is measured is the outbox, not the acceptance. */
  private static OutboxIntake intake(MongoDatabase database) {
    return new OutboxIntake(
        database,
        new OutboxIntake.Settings(BATCH, Duration.ofMinutes(5), 3),
        (submitter, key, request) ->
            new Acceptance.Invalid(List.of(new FieldError("to", "is refused here."))),
        send -> {},
        address -> address,
        () -> UUID.randomUUID().toString());
  }

  private static long compared(MongoDatabase database) {
    return database
        .runCommand(new Document("collStats", "outbox"))
        .get("examined", Number.class)
        .longValue();
  }

  private static void fill(MongoCollection<Document> finished) {
    for (int start = 0; start < FINISHED; start += AT_ONCE) {
      finished.insertMany(finished(start, start + AT_ONCE).toList());
    }
  }

  private static java.util.stream.Stream<Document> finished(int from, int to) {
    return IntStream.range(from, to).mapToObj(n -> document("finished-" + n, 2));
  }

  private static Document document(String id, int status) {
    return new Document("_id", id)
        .append("client", "shop")
        .append("status", status)
        .append("request", new Document("from", "app@example.test").append("subject", id));
  }
}
