package dev.sendonce.lab.mongo;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.inc;
import static com.mongodb.client.model.Updates.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedMongoTest {
  private static final int ROWS = 500;

  @TempDir private Path home;
  private EmbeddedMongo mongo;
  private MongoClient client;
  private MongoCollection<Document> rows;

  @BeforeEach
  void open() throws IOException {
    mongo = EmbeddedMongo.start(home.resolve("store.mv"), "127.0.0.1", 0);
    client = MongoClients.create(mongo.uri());
    rows = client.getDatabase("test").getCollection("rows");
  }

  @AfterEach
  void close() {
    client.close();
    mongo.close();
  }

  @Test
  void comparesAndSetsByIdWithoutLookingAtOtherDocuments() {
    fill();

    assertThat(
            examinedBy(
                () ->
                    assertThat(
                            rows.findOneAndUpdate(
                                and(eq("_id", "k7"), eq("state", "prepared")),
                                set("state", "smtp_inflight")))
                        .isNotNull()))
        .isEqualTo(1);
    assertThat(
            examinedBy(
                () ->
                    assertThat(rows.find(and(eq("_id", "k7"), eq("state", "prepared"))).first())
                        .isNull()))
        .isEqualTo(1);
  }

  @Test
  void looksUpSeveralIdsWithoutLookingAtOtherDocuments() {
    fill();

    List<Document> found = new ArrayList<>();
    long examined =
        examinedBy(
            () ->
                rows.find(and(in("_id", "k1", "k2", "none", "k3"), eq("state", "prepared")))
                    .into(found));

    assertThat(found).extracting(row -> row.get("_id")).containsExactlyInAnyOrder("k1", "k2", "k3");
    assertThat(examined).isEqualTo(3);
  }

  @Test
  void usesACompoundUniqueIndexInsideALargerFilter() {
    rows.createIndex(Indexes.ascending("batch", "item"), new IndexOptions().unique(true));
    fill();

    Bson filter = and(eq("batch", "b"), eq("item", 42), eq("state", "prepared"));
    assertThat(examinedBy(() -> assertThat(rows.find(filter).first()).isNotNull())).isEqualTo(1);
  }

  @Test
  void looksAtEveryDocumentWhereNoUniqueIndexFits() {
    fill();

    assertThat(
            examinedBy(
                () -> assertThat(rows.countDocuments(eq("state", "prepared"))).isEqualTo(ROWS)))
        .as("the counter counts, so that the tests above can fail")
        .isGreaterThanOrEqualTo(ROWS);
  }

  @Test
  void findsADocumentThroughAnIndexOverAnArrayAlthoughTheFilterNamesOneElement() {
    rows.createIndex(Indexes.ascending("people.name"), new IndexOptions().unique(true));
    rows.insertOne(
        new Document("_id", "a")
            .append("people", List.of(new Document("name", "x"), new Document("name", "y"))));

    assertThat(rows.find(and(eq("people.name", "y"), eq("_id", "a"))).first()).isNotNull();
    assertThat(rows.find(and(eq("people.name", "y"), eq("other", null))).first()).isNotNull();
  }

  @Test
  void letsExactlyOneOfManyRacersWin() {
    rows.insertOne(new Document("_id", "k").append("state", "prepared"));

    long winners =
        IntStream.range(0, 32)
            .parallel()
            .filter(
                racer ->
                    rows.findOneAndUpdate(
                            and(eq("_id", "k"), eq("state", "prepared")),
                            combine(set("state", "smtp_inflight"), inc("version", 1)))
                        != null)
            .count();

    assertThat(winners).isEqualTo(1);
    assertThat(rows.find(eq("_id", "k")).first()).containsEntry("version", 1);
  }

  @Test
  void keepsDocumentsAndUniqueIndexesWhenReopened() throws IOException {
    rows.createIndex(Indexes.ascending("reference"), new IndexOptions().unique(true).sparse(true));
    rows.insertOne(new Document("_id", "a").append("reference", 1));
    close();
    open();

    assertThat(rows.find(eq("_id", "a")).first()).containsEntry("reference", 1);
    assertThatThrownBy(() -> rows.insertOne(new Document("_id", "a")))
        .isInstanceOf(MongoWriteException.class)
        .hasMessageContaining("E11000");
    assertThatThrownBy(() -> rows.insertOne(new Document("_id", "b").append("reference", 1)))
        .isInstanceOf(MongoWriteException.class)
        .hasMessageContaining("E11000");
    assertThat(examinedBy(() -> rows.find(and(eq("_id", "a"), eq("reference", 1))).first()))
        .isEqualTo(1);
  }

  @Test
  void saysThatThePortIsTaken() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(
              () ->
                  EmbeddedMongo.start(home.resolve("other.mv"), "127.0.0.1", taken.getLocalPort()))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("cannot listen on 127.0.0.1:" + taken.getLocalPort());
    }
  }

  @Test
  void saysThatTheFileIsInUse() {
    assertThatThrownBy(() -> EmbeddedMongo.start(home.resolve("store.mv"), "127.0.0.1", 0))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("store.mv")
        .hasMessageContaining("locked");
  }

  @Test
  void saysWhenItHoldsMoreThanItIsGoodFor() {
    fill();

    assertThat(mongo.capacity().documents()).isEqualTo(ROWS);
    assertThat(mongo.capacity().notice()).isEmpty();
    assertThat(new Capacity(500_001, 0).notice()).get().asString().contains("500,001 documents");
    assertThat(new Capacity(0, 3L << 30).notice()).get().asString().contains("3,072 MB");
  }

  private void fill() {
    rows.insertMany(
        IntStream.range(0, ROWS)
            .mapToObj(
                n ->
                    new Document("_id", "k" + n)
                        .append("state", "prepared")
                        .append("batch", "b")
                        .append("item", n))
            .toList());
  }

  private long examinedBy(Runnable work) {
    long before = examined();
    work.run();
    return examined() - before;
  }

  private long examined() {
    return client
        .getDatabase("test")
        .runCommand(new Document("collStats", "rows"))
        .getLong("examined");
  }
}
