package dev.sendonce.lab.mongo;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.inc;
import static com.mongodb.client.model.Updates.push;
import static com.mongodb.client.model.Updates.set;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreSizeTest {
  private static final int SENDS = 2_000;
  private static final int TRANSITIONS = 5;
  private static final long LIMIT = 20L << 20;

  @TempDir private Path home;

  @Test
  void staysSmallAfterTwoThousandSends() throws Exception {
    Path file = home.resolve("store.mv");
    try (EmbeddedMongo mongo = EmbeddedMongo.start(file, "127.0.0.1", 0);
        MongoClient client = MongoClients.create(mongo.uri())) {
      MongoCollection<Document> sends = client.getDatabase("test").getCollection("sends");
      // Random letters, because text that repeats would be an easy case for a file that compresses.
      Random random = new Random(1);
      for (int n = 0; n < SENDS; n++) {
        send(sends, "key-" + n, random);
      }
      assertThat(Files.size(file)).as("while it runs").isLessThan(LIMIT);
    }
    try (EmbeddedMongo mongo = EmbeddedMongo.start(file, "127.0.0.1", 0)) {
      assertThat(mongo.capacity().documents()).isEqualTo(SENDS);
      assertThat(Files.size(file)).as("reopened").isLessThan(LIMIT);
    }
  }

  private static void send(MongoCollection<Document> sends, String key, Random random) {
    sends.insertOne(
        new Document("_id", key)
            .append("version", 0)
            .append("state", "prepared")
            .append("row", letters(random, 2_500))
            .append("timeline", List.of()));
    for (int version = 0; version < TRANSITIONS; version++) {
      sends.findOneAndUpdate(
          and(eq("_id", key), eq("version", version)),
          combine(
              set("state", "state-" + version),
              push("timeline", letters(random, 100)),
              inc("version", 1)));
    }
  }

  private static String letters(Random random, int length) {
    return random
        .ints(length, 'a', 'z' + 1)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
