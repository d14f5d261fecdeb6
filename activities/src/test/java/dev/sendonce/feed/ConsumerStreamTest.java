package dev.sendonce.feed;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.sendonce.ledger.TestDatabase;
import dev.sendonce.send.SendState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ConsumerStreamTest {
  private static final String CONSUMER = "client/c";

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
    ConsumerStream stream = open();
    assertThat(labels(next(stream))).containsExactly("a@3");
    assertThat(next(stream)).isEmpty();
    publish("a", 4, SendState.NOT_SENT);
    assertThat(labels(next(stream))).containsExactly("a@4");
    publish("a", 5, SendState.NOT_SENT);
    assertThat(next(stream)).as("nothing new to see").isEmpty();
  }

  @Test
  void sharesTheConsumerWithItsPollsAndOtherStreams() {
    publish("a", 1, SendState.PREPARED);
    publish("b", 1, SendState.PREPARED);
    ConsumerStream one = open();
    ConsumerStream other = open();
    assertThat(next(one)).hasSize(2);
    assertThat(next(other)).isEmpty();
    assertThat(poll()).isEmpty();
    publish("c", 1, SendState.PREPARED);
    assertThat(poll()).containsExactly("c@1");
    assertThat(next(one)).isEmpty();
  }

  @Test
  void givesAgainWhatTheClientHasNotSeenAndNothingElse() {
    publish("a", 1, SendState.PREPARED);
    publish("b", 1, SendState.PREPARED);
    publish("c", 1, SendState.PREPARED);
    List<ConsumerStream.Item> items = next(open());
    publish("d", 1, SendState.PREPARED);

    ConsumerStream resumed = resume(items.get(0).token());

    assertThat(labels(next(resumed))).containsExactly("b@1", "c@1");
    assertThat(labels(next(resumed))).containsExactly("d@1");
    assertThat(next(open())).isEmpty();
    assertThat(poll()).isEmpty();
  }

  @Test
  void givesWhatWasNotSeenInItsNewestVersionUnlessSomebodyElseGotThat() {
    publish("a", 1, SendState.PREPARED);
    publish("b", 1, SendState.PREPARED);
    StreamToken greeting = open().token();
    ConsumerStream stream = resume(greeting);
    StreamToken nothingSeen = stream.token();
    next(stream);
    publish("a", 2, SendState.SENT);
    publish("b", 2, SendState.SENT);
    assertThat(new Consumers(database, log(), rows::find).poll(question(1)))
        .extracting(s -> s.key().value())
        .containsExactly("a");

    assertThat(labels(next(resume(nothingSeen)))).containsExactly("b@2");
  }

  @Test
  void whatWasNotSeenIsNotLostToAVersionThatShowsTheSame() {
    publish("a", 3, SendState.SENT);
    ConsumerStream stream = open();
    StreamToken nothingSeen = stream.token();
    next(stream);
    publish("a", 4, SendState.SENT);
    assertThat(poll()).isEmpty();

    assertThat(labels(next(resume(nothingSeen)))).containsExactly("a@4");
  }

  @Test
  void aTokenShownAgainByAClientWhoseResumedStreamBrokeAtOnceLosesNothing() {
    publish("a", 1, SendState.PREPARED);
    publish("b", 1, SendState.PREPARED);
    StreamToken seenA = next(open()).get(0).token();
    resume(seenA);
    next(resume(seenA));

    assertThat(labels(next(resume(seenA)))).containsExactly("b@1");
  }

  @Test
  void aRequestThatComesLateTakesNothingThatItsClientHasSeenElsewhere() {
    publish("a", 1, SendState.PREPARED);
    publish("b", 1, SendState.PREPARED);
    StreamToken seenA = next(open()).get(0).token();
    StreamToken seenB = next(resume(seenA)).get(0).token();
    next(resume(seenA));

    assertThat(next(resume(seenB))).isEmpty();
  }

  @Test
  void aStreamThatWasTakenOverHandsOutNothingAnyMore() {
    publish("a", 1, SendState.PREPARED);
    ConsumerStream frozen = open();
    StreamToken token = next(frozen).get(0).token();
    ConsumerStream successor = resume(token);
    publish("b", 1, SendState.PREPARED);

    assertThat(next(frozen)).isEmpty();
    assertThat(frozen.hasEnded()).isTrue();
    assertThat(labels(next(successor))).containsExactly("b@1");
  }

  /** The twin: a successor that does not end its predecessor, and an item of theirs is lost. */
  @Test
  void withoutEndingThePredecessorAFrozenStreamTakesWhatItsClientNeverSees() {
    publish("a", 1, SendState.PREPARED);
    ConsumerStream frozen = open();
    StreamToken token = next(frozen).get(0).token();
    ConsumerStream successor = resume(token);
    database
        .getCollection("consumer_streams")
        .updateMany(Filters.empty(), Updates.unset("successor"));
    publish("b", 1, SendState.PREPARED);

    assertThat(next(frozen)).hasSize(1);
    assertThat(next(successor)).isEmpty();
  }

  @Test
  void anUnknownTokenStartsWhereTheConsumerStands() {
    publish("a", 1, SendState.PREPARED);
    poll();
    publish("b", 1, SendState.PREPARED);
    StreamToken foreign = new StreamToken("0".repeat(32), 5);
    assertThat(labels(next(resume(foreign)))).containsExactly("b@1");
    assertThat(StreamToken.parse("7")).isEmpty();
    assertThat(StreamToken.parse(foreign.toString())).contains(foreign);
  }

  @Test
  void fourStreamsWhoseConnectionsBreakAtAnyMomentShowEachVersionOnceAndTheNewestAlways()
      throws Exception {
    Queue<String> shown = new ConcurrentLinkedQueue<>();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Reader> readers = new ArrayList<>();
    for (int r = 0; r < 4; r++) {
      readers.add(new Reader(r, shown));
    }
    try {
      for (int round = 1; round <= 12; round++) {
        for (int i = 0; i < 10; i++) {
          publish("k" + i, round, round % 2 == 0 ? SendState.CONFIRMING : SendState.PREPARED);
        }
        for (Future<Void> done : threads.invokeAll(readers)) {
          done.get();
        }
      }
      for (Reader reader : readers) {
        reader.reconnect();
        reader.call();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(shown).doesNotHaveDuplicates();
    Map<String, Long> newest = new HashMap<>();
    for (String item : shown) {
      int at = item.indexOf('@');
      newest.merge(item.substring(0, at), Long.valueOf(item.substring(at + 1)), Math::max);
    }
    assertThat(newest).hasSize(10).allSatisfy((k, v) -> assertThat(v).isEqualTo(12));
  }

  /** A client that sees only some of what its stream writes before the connection breaks. */
  private final class Reader implements Callable<Void> {
    private final int everySo;
    private final Queue<String> shown;
    private ConsumerStream stream = open();
    private StreamToken seen = stream.token();
    private int items;

    Reader(int number, Queue<String> shown) {
      this.everySo = 3 + number;
      this.shown = shown;
    }

    @Override
    public Void call() {
      boolean broke = true;
      while (broke) {
        broke = false;
        for (ConsumerStream.Item item : next(stream)) {
          if (++items % everySo == 0) {
            reconnect();
            broke = true;
            break;
          }
          seen = item.token();
          shown.add(label(item));
        }
      }
      return null;
    }

    void reconnect() {
      stream = resume(seen);
    }
  }

  private void publish(String key, long version, SendState state) {
    rows.put(key, version, state);
    new Publisher(rows, log()).publish(100, () -> true);
  }

  private EventLog log() {
    return new EventLog(database);
  }

  private ConsumerStream open() {
    return streams().open(CONSUMER, send -> true);
  }

  private ConsumerStream resume(StreamToken token) {
    return streams().resume(CONSUMER, token, send -> true);
  }

  private ConsumerStreams streams() {
    return new ConsumerStreams(
        database, log(), rows::find, () -> UUID.randomUUID().toString().replace("-", ""));
  }

  private List<ConsumerStream.Item> next(ConsumerStream stream) {
    List<ConsumerStream.Item> items = new ArrayList<>();
    stream.next(log().last(), items::add);
    return items;
  }

  private List<String> poll() {
    return new Consumers(database, log(), rows::find)
        .poll(question(100)).stream().map(s -> s.key() + "@" + s.version()).toList();
  }

  private static Consumers.Question question(int limit) {
    return new Consumers.Question(CONSUMER, limit, false, Optional.empty(), s -> true);
  }

  private static List<String> labels(List<ConsumerStream.Item> items) {
    return items.stream().map(ConsumerStreamTest::label).toList();
  }

  private static String label(ConsumerStream.Item item) {
    return item.send().key() + "@" + item.send().version();
  }
}
