package dev.sendonce.lab.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.mongodb.client.MongoDatabase;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.bson.Document;

/** The promises of the feed and of consumers, checked against the rows. */
final class WholeFeed {
  private final MongoDatabase database;

  WholeFeed(MongoDatabase database) {
    this.database = database;
  }

  long published() {
    return database.getCollection("events").countDocuments();
  }

  /** All versions of all sends; equal to {@link #published} once the feed has caught up. */
  long transitions() {
    return versions().values().stream().mapToLong(Long::longValue).sum();
  }

  boolean hasCaughtUp() {
    return published() == transitions();
  }

  /** Positions 1, 2, 3 … without a gap, and the versions of each send in order. */
  void assertWhole() {
    Map<Long, Document> events = new HashMap<>();
    for (Document event : database.getCollection("events").find()) {
      events.put(event.getLong("_id"), event);
    }
    Map<String, Long> versions = new HashMap<>();
    for (long position = 1; position <= events.size(); position++) {
      Document event = events.get(position);
      assertThat(event).as("position " + position).isNotNull();
      assertThat(event.getLong("version"))
          .as("position " + position)
          .isEqualTo(versions.merge(event.getString("key"), 1L, Long::sum));
    }
    assertThat(versions).isEqualTo(versions());
  }

  /** A reader got every event once and in order. */
  void assertSeenWhole(List<JsonNode> seen) {
    long expected = 1;
    for (JsonNode event : seen) {
      assertThat(event.get("id").asLong()).isEqualTo(expected++);
    }
    assertThat(seen).hasSize((int) published());
  }

  /** Whether a consumer has every send in its newest state. */
  boolean newestArrived(List<JsonNode> items) {
    return missedBy(items).isEmpty();
  }

  /** The states of the sends that a consumer has in another state, or not at all. */
  Map<String, String> missedBy(List<JsonNode> items) {
    Map<String, String> newest = new HashMap<>();
    items.stream()
        .sorted(Comparator.comparingLong(i -> i.get("version").asLong()))
        .forEach(i -> newest.put(i.get("key").asText(), i.get("state").asText()));
    Map<String, String> missed = new TreeMap<>();
    for (Document row : database.getCollection("sends").find()) {
      String state = row.getString("state");
      if (!state.equals(newest.get(row.getString("_id")))) {
        missed.put(row.getString("_id"), state);
      }
    }
    return missed;
  }

  /** No version came twice, whoever got it. */
  static void assertNoVersionTwice(List<JsonNode> items) {
    Set<String> versions = new HashSet<>();
    for (JsonNode item : items) {
      String version = item.get("key").asText() + "@" + item.get("version").asLong();
      assertThat(versions.add(version)).as(version + " came twice").isTrue();
    }
  }

  private Map<String, Long> versions() {
    Map<String, Long> versions = new HashMap<>();
    for (Document row : database.getCollection("sends").find()) {
      versions.put(row.getString("_id"), row.get("version", Number.class).longValue());
    }
    return versions;
  }
}
