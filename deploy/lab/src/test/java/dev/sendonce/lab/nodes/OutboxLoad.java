package dev.sendonce.lab.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import dev.sendonce.lab.relay.journal.Journal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.bson.Document;

/** Letters that a service wrote into the outbox, and what must have become of them. */
final class OutboxLoad {
  private static final int AT_ONCE = 500;
  private static final List<String> ENDED = List.of("sent", "not_sent", "unconfirmed");

  private final MongoDatabase database;
  private final String prefix;
  private final int documents;

  OutboxLoad(MongoDatabase database, String prefix, int documents) {
    this.database = database;
    this.prefix = prefix;
    this.documents = documents;
  }

  /** Inserts the documents from this one up to, not including, that one. */
  void insert(int from, int to) {
    for (int start = from; start < to; start += AT_ONCE) {
      database
          .getCollection("outbox")
          .insertMany(
              IntStream.range(start, Math.min(to, start + AT_ONCE))
                  .mapToObj(this::document)
                  .toList());
    }
  }

  private Document document(int number) {
    return new Document("_id", key(number))
        .append("client", "shop")
        .append("status", 0)
        .append(
            "request",
            new Document("from", "app@example.test")
                .append("to", List.of(person(number)))
                .append("subject", "Letter " + key(number))
                .append("text", "Letter " + number + ".\n"));
  }

  private String key(int number) {
    return prefix + "-" + number;
  }

  private String person(int number) {
    return key(number) + "@example.test";
  }

  long waiting() {
    return database.getCollection("outbox").countDocuments();
  }

  /** How many sends of this load are in each state. */
  Map<String, Integer> states() {
    Map<String, Integer> states = new TreeMap<>();
    for (Document row : rows()) {
      states.merge(row.getString("state"), 1, Integer::sum);
    }
    return states;
  }

  boolean allEnded() {
    return waiting() == 0
        && states().entrySet().stream()
                .filter(e -> ENDED.contains(e.getKey()))
                .mapToInt(Map.Entry::getValue)
                .sum()
            == documents;
  }

  private List<Document> rows() {
    List<Document> rows = new ArrayList<>();
    for (Document row : database.getCollection("sends").find()) {
      if (row.getString("_id").startsWith(prefix + "-")) {
        rows.add(row);
      }
    }
    return rows;
  }

  /** Every document accepted and out of the way, every letter read at most once, none forgotten. */
  void assertHeld(Journal journal) {
    MongoCollection<Document> finished = database.getCollection("outbox_finished");
    assertThat(waiting()).as("left in the outbox").isZero();
    IntStream.range(0, documents)
        .forEach(
            n -> {
              Document document = finished.find(Filters.eq("_id", key(n))).first();
              assertThat(document).as(key(n)).isNotNull();
              assertThat(document.getInteger("status")).as(key(n)).isEqualTo(2);
            });
    assertThat(journal.bodyCompleteNumbers().values()).allSatisfy(n -> assertThat(n).isOne());
    List<Document> rows = rows();
    assertThat(rows).hasSize(documents);
    for (Document row : rows) {
      String key = row.getString("_id");
      int bodies = journal.bodyCompleteNumber(row.getString("id"), key + "@example.test");
      assertThat(bodies)
          .as(key + " is " + row.getString("state"))
          .isEqualTo(row.getString("state").equals("sent") ? 1 : 0);
    }
  }
}
