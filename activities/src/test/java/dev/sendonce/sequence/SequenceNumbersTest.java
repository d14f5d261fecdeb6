package dev.sendonce.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoException;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Sorts;
import dev.sendonce.ledger.TestDatabase;
import dev.sendonce.sequence.SequenceNumbers.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.bson.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SequenceNumbersTest {
  private static final Sequence INVOICES = new Sequence("invoice", "2026");
  private static final int THREADS = 16;

  @RegisterExtension private final TestDatabase mongo = new TestDatabase();

  private MongoDatabase database;
  private SequenceNumbers numbers;

  @BeforeEach
  void start() {
    database = mongo.get();
    numbers = new SequenceNumbers(database);
  }

  @Test
  void startsAtOneAndCountsPerPairOfCategories() {
    assertThat(value(INVOICES, "k1", Mode.GAP_FREE)).isEqualTo(1);
    assertThat(value(INVOICES, "k2", Mode.GAP_FREE)).isEqualTo(2);
    assertThat(value(new Sequence("invoice", "2027"), "k3", Mode.GAP_FREE)).isEqualTo(1);
  }

  @Test
  void givesTheSameUserTheSameNumberForEver() {
    AssignedNumber first = numbers.next(INVOICES, "k1", Mode.GAP_FREE);
    numbers.next(INVOICES, "k2", Mode.GAP_FREE);
    AssignedNumber again = numbers.next(INVOICES, "k1", Mode.GAP_FREE);
    assertThat(first.replayed()).isFalse();
    assertThat(again).isEqualTo(new AssignedNumber(INVOICES, 1, "invoice-2026-1", true));
  }

  @Test
  void goesOnWithoutAGapWhenTheCounterFellBehindInACrash() {
    value(INVOICES, "k1", Mode.GAP_FREE);
    value(INVOICES, "k2", Mode.GAP_FREE);
    database.getCollection("counters").drop();
    assertThat(value(INVOICES, "k3", Mode.GAP_FREE)).isEqualTo(3);
  }

  @Test
  void isUniqueAndGapFreeUnderContention() throws Exception {
    assertThat(race((user) -> value(INVOICES, user, Mode.GAP_FREE)))
        .containsExactlyInAnyOrderElementsOf(LongStream.rangeClosed(1, 320).boxed().toList());
  }

  @Test
  void isUniqueUnderContentionInFastMode() throws Exception {
    assertThat(race((user) -> value(INVOICES, user, Mode.FAST))).doesNotHaveDuplicates();
  }

  /**
   * What a majority read does not show may be rolled back: the number after it would leave a gap.
   */
  @Test
  void aNumberIsOnlyPassedWhenItIsSeenToBeTaken() {
    var references = database.getCollection("references");
    references.createIndex(
        new Document("hidden", 1), new IndexOptions().unique(true).name("hidden"));
    references.insertOne(new Document("_id", "elsewhere"));

    assertThatThrownBy(() -> value(INVOICES, "ann", Mode.GAP_FREE))
        .isInstanceOf(MongoException.class)
        .hasMessageContaining("Number 1");

    references.dropIndex("hidden");
    assertThat(value(INVOICES, "ann", Mode.GAP_FREE)).isEqualTo(1);
  }

  /** The twin: the recipe without the unique index hands numbers out twice in the same harness. */
  @Test
  void theSameRaceCatchesTheNaiveRecipe() throws Exception {
    var naive = database.getCollection("naive");
    List<Long> given =
        race(
            (user) -> {
              Document last = naive.find().sort(Sorts.descending("value")).first();
              long next = last == null ? 1 : last.getLong("value") + 1;
              naive.insertOne(new Document("value", next));
              return next;
            });
    assertThat(given.stream().distinct().count()).isLessThan(given.size());
  }

  @Test
  void refusesNamesThatCouldBeTakenForOthers() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Sequence("a/b", "c"));
    assertThatIllegalArgumentException().isThrownBy(() -> new Sequence("a", ""));
  }

  private interface Recipe {
    long next(String user);
  }

  private static List<Long> race(Recipe recipe) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    CyclicBarrier start = new CyclicBarrier(THREADS);
    try {
      List<Callable<List<Long>>> racers = new ArrayList<>();
      for (int t = 0; t < THREADS; t++) {
        String thread = "t" + t;
        racers.add(
            () -> {
              start.await();
              return LongStream.range(0, 20).mapToObj(i -> recipe.next(thread + "-" + i)).toList();
            });
      }
      List<Long> all = new ArrayList<>();
      for (Future<List<Long>> given : threads.invokeAll(racers)) {
        all.addAll(given.get());
      }
      return all;
    } finally {
      threads.shutdownNow();
    }
  }

  private long value(Sequence sequence, String user, Mode mode) {
    return numbers.next(sequence, user, mode).value();
  }
}
