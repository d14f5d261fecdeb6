package dev.sendonce.lab.mongo;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.inc;
import static com.mongodb.client.model.Updates.set;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
class CompareAndSetCostTest {
  private static final int FEW = 1_000;
  private static final int MANY = 200_000;
  private static final int SAMPLES = 2_000;

  @TempDir private Path home;

  @Test
  void costsAtMostTwiceAsMuchInALargeCollection() throws IOException {
    try (EmbeddedMongo mongo = EmbeddedMongo.start(home.resolve("store.mv"), "127.0.0.1", 0);
        MongoClient client = MongoClients.create(mongo.uri())) {
      MongoCollection<Document> few = client.getDatabase("test").getCollection("few");
      MongoCollection<Document> many = client.getDatabase("test").getCollection("many");
      fill(few, FEW);
      fill(many, MANY);
      median(few, FEW);
      double small = median(few, FEW);
      double large = median(many, MANY);

      System.out.printf(
          "compare-and-set, median: %.2f ms at %,d rows, %.2f ms at %,d rows%n",
          small, FEW, large, MANY);
      assertThat(large).isLessThan(2 * small);
    }
  }

  private static void fill(MongoCollection<Document> rows, int count) {
    for (int start = 0; start < count; start += 1_000) {
      rows.insertMany(
          IntStream.range(start, start + 1_000)
              .mapToObj(
                  n ->
                      new Document("_id", "key-" + n)
                          .append("version", 0)
                          .append("state", "prepared")
                          .append("text", "x".repeat(3_000)))
              .toList());
    }
  }

  /** Milliseconds. */
  private static double median(MongoCollection<Document> rows, int count) {
    Random random = new Random(1);
    long[] nanos = new long[SAMPLES];
    for (int sample = 0; sample < SAMPLES; sample++) {
      String id = "key-" + random.nextInt(count);
      long start = System.nanoTime();
      rows.findOneAndUpdate(
          and(eq("_id", id), eq("state", "prepared")),
          combine(set("sample", sample), inc("version", 1)));
      nanos[sample] = System.nanoTime() - start;
    }
    Arrays.sort(nanos);
    return nanos[SAMPLES / 2] / 1e6;
  }
}
