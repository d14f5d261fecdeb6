package dev.sendonce.feed;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import dev.sendonce.ledger.LedgerUnavailableException;
import dev.sendonce.ledger.TestDatabase;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import dev.sendonce.send.SendState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ConsumersTest {
  private static final Optional<Duration> NO_ACK = Optional.empty();
  private static final Optional<Duration> ACK_LATER = Optional.of(Duration.ofMinutes(5));
  private static final Optional<Duration> ACK_OVERDUE = Optional.of(Duration.ofMillis(-10));

  @RegisterExtension private final TestDatabase mongo = new TestDatabase();

  private MongoDatabase database;
  private final FakeRows rows = new FakeRows();

  @BeforeEach
  void start() {
    database = mongo.get();
    new EventLog(database).createIndexes();
  }

  @Test
  void handsOutOnlyTheNewestVersionAndEachVersionOnce() {
    publish("a", 3, SendState.SENT);
    assertThat(poll(NO_ACK)).containsExactly("a@3");
    assertThat(poll(NO_ACK)).isEmpty();
    publish("a", 4, SendState.NOT_SENT);
    assertThat(poll(NO_ACK)).containsExactly("a@4");
  }

  @Test
  void aTransitionThatShowsNothingNewIsNotHandedOut() {
    publish("a", 3, SendState.SENT);
    poll(NO_ACK);
    publish("a", 4, SendState.SENT);
    assertThat(poll(NO_ACK)).isEmpty();
  }

  @Test
  void aNewConsumerStartsAtTheBeginningOrFromNow() {
    publish("a", 1, SendState.PREPARED);
    Consumers consumers = consumers();
    assertThat(consumers.poll(question("late", true, NO_ACK))).isEmpty();
    assertThat(consumers.poll(question("early", false, NO_ACK))).hasSize(1);
  }

  @Test
  void keepsWhatDoesNotFitForTheNextPoll() {
    publish("a", 1, SendState.PREPARED);
    publish("b", 1, SendState.PREPARED);
    publish("c", 1, SendState.PREPARED);
    Consumers.Question two = new Consumers.Question("c", 2, false, NO_ACK, s -> true);
    assertThat(consumers().poll(two)).hasSize(2);
    assertThat(consumers().poll(two)).hasSize(1);
  }

  @Test
  void hidesWhatTheConsumerMayNotSee() {
    publish("a", 1, SendState.PREPARED);
    assertThat(consumers().poll(new Consumers.Question("c", 10, false, NO_ACK, s -> false)))
        .isEmpty();
  }

  @Test
  void anItemComesAgainUntilItIsAcknowledged() {
    publish("a", 2, SendState.SENT);
    assertThat(poll(ACK_LATER)).containsExactly("a@2");
    assertThat(poll(ACK_LATER)).isEmpty();
    assertThat(poll(ACK_OVERDUE)).containsExactly("a@2");
    consumers().acknowledge("c", new SendKey("a"), 2);
    assertThat(poll(ACK_OVERDUE)).isEmpty();
  }

  @Test
  void anAcknowledgementOfAnOlderVersionLeavesTheNewerOneDue() {
    publish("a", 2, SendState.CONFIRMING);
    poll(ACK_LATER);
    publish("a", 3, SendState.SENT);
    poll(ACK_LATER);
    consumers().acknowledge("c", new SendKey("a"), 2);
    assertThat(poll(ACK_OVERDUE)).containsExactly("a@3");
  }

  @Test
  void handsOutWhatItHadClaimedWhenTheDatabaseWentAway() {
    publish("a", 1, SendState.PREPARED);
    publish("b", 1, SendState.PREPARED);
    Consumers failing =
        new Consumers(
            database,
            new EventLog(database),
            key -> {
              if (key.value().equals("b")) {
                throw new LedgerUnavailableException("away", null);
              }
              return rows.find(key);
            });
    assertThat(failing.poll(question("c", false, NO_ACK))).hasSize(1);
    assertThat(poll(NO_ACK)).containsExactly("b@1");
  }

  /** The frozen poll has read version 4; versions 3 and 5 show the same. */
  @Test
  void aPollThatWasFrozenHandsOutNothingOlderThanWhatOthersPassed() {
    publish("a", 3, SendState.SENT);
    poll(NO_ACK);
    publish("a", 4, SendState.NOT_SENT);
    Consumers frozen =
        new Consumers(
            database,
            new EventLog(database),
            key -> {
              Optional<Send> read = rows.find(key);
              publish("a", 5, SendState.SENT);
              assertThat(poll(NO_ACK)).isEmpty();
              return read;
            });

    assertThat(frozen.poll(question("c", false, NO_ACK))).isEmpty();
  }

  @Test
  void fourPollersNeverGetAVersionTwiceAndTheNewestAlwaysArrives() throws Exception {
    Map<String, Long> newest = new HashMap<>();
    List<String> all = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      for (int round = 1; round <= 8; round++) {
        for (int i = 0; i < 10; i++) {
          SendState state = round % 2 == 0 ? SendState.CONFIRMING : SendState.PREPARED;
          publish("k" + i, round, state);
        }
        List<Callable<List<String>>> pollers = new ArrayList<>();
        for (int p = 0; p < 4; p++) {
          pollers.add(() -> poll(NO_ACK));
        }
        for (Future<List<String>> got : threads.invokeAll(pollers)) {
          all.addAll(got.get());
        }
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(all).doesNotHaveDuplicates();
    for (String item : all) {
      newest.merge(
          item.substring(0, item.indexOf('@')),
          Long.valueOf(item.substring(item.indexOf('@') + 1)),
          Math::max);
    }
    assertThat(newest).hasSize(10).allSatisfy((k, v) -> assertThat(v).isEqualTo(8));
  }

  private void publish(String key, long version, SendState state) {
    rows.put(key, version, state);
    new Publisher(rows, new EventLog(database)).publish(100, () -> true);
  }

  private List<String> poll(Optional<Duration> visibility) {
    return consumers().poll(question("c", false, visibility)).stream()
        .map(ConsumersTest::label)
        .toList();
  }

  private Consumers consumers() {
    return new Consumers(database, new EventLog(database), rows::find);
  }

  private static Consumers.Question question(
      String consumer, boolean fromNow, Optional<Duration> visibility) {
    return new Consumers.Question(consumer, 100, fromNow, visibility, s -> true);
  }

  private static String label(Send send) {
    return send.key() + "@" + send.version();
  }
}
