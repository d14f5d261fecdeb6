package dev.sendonce.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoException;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexOptions;
import dev.sendonce.ledger.TestDatabase;
import dev.sendonce.send.SendState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.bson.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class FeedTest {
  @RegisterExtension private final TestDatabase mongo = new TestDatabase();

  private MongoDatabase database;
  private final FakeRows rows = new FakeRows();

  @BeforeEach
  void start() {
    database = mongo.get();
    newLog().createIndexes();
  }

  @Test
  void publishesEveryTransitionOnceAndInOrder() {
    rows.put("a", 3, SendState.SENT);
    rows.put("b", 2, SendState.CONFIRMING);
    Publisher publisher = new Publisher(rows, newLog());
    assertThat(publisher.publish(100, () -> true)).isEqualTo(2);
    assertThat(publisher.publish(100, () -> true)).isZero();
    assertFeedIsWhole(5);
  }

  @Test
  void aPublisherThatDiedBeforeItTookNoteRepeatsNothing() {
    rows.put("a", 3, SendState.SENT);
    new Publisher(rows, newLog()).publish(100, () -> true);
    rows.forgetWhatWasPublished();
    rows.put("a", 4, SendState.SENT);
    new Publisher(rows, newLog()).publish(100, () -> true);
    assertFeedIsWhole(4);
  }

  @Test
  void stopsWhenTheLeaseIsGone() {
    rows.put("a", 3, SendState.SENT);
    assertThat(new Publisher(rows, newLog()).publish(100, () -> false)).isZero();
    assertThat(newLog().last()).isZero();
  }

  @Test
  void fourPublishersAtOnceLeaveNoGapNoDoubleAndNoDisorder() throws Exception {
    for (int i = 0; i < 60; i++) {
      rows.put("k" + i, 5, SendState.SENT);
    }
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Callable<Integer>> publishers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        publishers.add(() -> new Publisher(rows, newLog()).publish(1_000, () -> true));
      }
      for (Future<Integer> done : threads.invokeAll(publishers)) {
        done.get();
      }
    } finally {
      threads.shutdownNow();
    }
    assertFeedIsWhole(300);
  }

  @Test
  void aReaderWaitsAtAGapInsteadOfSkippingIt() {
    rows.put("a", 3, SendState.SENT);
    new Publisher(rows, newLog()).publish(100, () -> true);
    Event stray = newLog().after(2, 1).get(0);
    database.getCollection("events").insertOne(EventDocument.write(5, stray).append("version", 9L));
    assertThat(newLog().after(0, 10)).hasSize(3);
    assertThat(newLog().last()).isEqualTo(3);
  }

  /**
   * What a majority read does not show may be rolled back. A second unique index makes a duplicate
   * key of a document that stands at no position.
   */
  @Test
  void aPositionIsOnlyPassedWhenItIsSeenToBeTaken() {
    database
        .getCollection("events")
        .createIndex(new Document("hidden", 1), new IndexOptions().unique(true).name("hidden"));
    database.getCollection("events").insertOne(new Document("_id", "elsewhere"));
    rows.put("a", 1, SendState.PREPARED);
    Publisher publisher = new Publisher(rows, newLog());

    assertThatThrownBy(() -> publisher.publish(100, () -> true))
        .isInstanceOf(MongoException.class)
        .hasMessageContaining("Position 1");

    database.getCollection("events").drop();
    newLog().createIndexes();
    publisher.publish(100, () -> true);
    assertFeedIsWhole(1);
  }

  /** The twin of the crash test: without the unique index the same check sees the double. */
  @Test
  void withoutTheUniqueIndexARepeatedPublisherIsCaught() {
    database = mongo.named("without-index");
    rows.put("a", 3, SendState.SENT);
    new Publisher(rows, newLog()).publish(100, () -> true);
    rows.forgetWhatWasPublished();
    new Publisher(rows, newLog()).publish(100, () -> true);
    assertThatThrownBy(() -> assertFeedIsWhole(3)).isInstanceOf(AssertionError.class);
  }

  private EventLog newLog() {
    return new EventLog(database);
  }

  private void assertFeedIsWhole(int size) {
    List<Event> events = newLog().after(0, size + 10);
    assertThat(events)
        .extracting(Event::id)
        .containsExactlyElementsOf(LongStream.rangeClosed(1, size).boxed().toList());
    Map<String, Long> newest = new HashMap<>();
    for (Event event : events) {
      assertThat(event.version()).isEqualTo(newest.merge(event.key(), 1L, Long::sum));
    }
  }
}
