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
import dev.sendonce.message.SamePersonRules;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
  private static final int WARM_UP = 20;
  private static final int ROUNDS = 60;
  private static final int BATCH = 10;

  @TempDir private Path directory;

  @Test
  void aClaimCostsTheSameAfterAMillionFinishedDocuments() throws IOException {
    try (EmbeddedMongo mongo = EmbeddedMongo.start(directory.resolve("store.mv"), "127.0.0.1", 0);
        MongoClient client = MongoClients.create(mongo.uri())) {
      MongoDatabase young = client.getDatabase("young");
      MongoDatabase old = client.getDatabase("old");
      fill(old.getCollection("outbox_finished"));

      Cost few = new Cost(young);
      Cost many = new Cost(old);
      for (int round = -WARM_UP; round < ROUNDS; round++) {
        // in turns, so that whatever else the machine does strikes both alike
        few.round(round);
        many.round(round);
      }

      System.out.printf(
          "a round of %d documents: %.2f ms, %d compared; with %,d finished: %.2f ms, %d compared%n",
          BATCH, few.median(), few.compared, FINISHED, many.median(), many.compared);
      assertThat(many.compared).isEqualTo(few.compared);
      assertThat(many.median()).isLessThan(2 * few.median());

      // the twin: were they left in the outbox, the same measurement would see it
      old.getCollection("outbox").insertMany(finished(0, AT_ONCE).toList());
      assertThat(measureOnce(old, "twin", 0)).isGreaterThan(AT_ONCE);
    }
  }

  /** What rounds on one database cost. */
  private static final class Cost {
    private final MongoDatabase database;
    private final List<Double> millis = new ArrayList<>();
    private long compared;

    Cost(MongoDatabase database) {
      this.database = database;
    }

    /** Rounds with a negative number warm up. */
    void round(int number) {
      long begun = System.nanoTime();
      long documents = measureOnce(database, "round", number);
      if (number >= 0) {
        millis.add((System.nanoTime() - begun) / 1e6);
        compared += documents;
      }
    }

    double median() {
      return millis.stream().sorted().toList().get(millis.size() / 2);
    }
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
        SamePersonRules.NONE,
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

  private static Stream<Document> finished(int from, int to) {
    return IntStream.range(from, to).mapToObj(n -> document("finished-" + n, 2));
  }

  private static Document document(String id, int status) {
    return new Document("_id", id)
        .append("client", "shop")
        .append("status", status)
        .append("request", new Document("from", "app@example.test").append("subject", id));
  }
}
