package dev.sendonce.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sendonce.send.FrozenMessage;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages without a row go; those of an acceptance that was answered stay. */
class OrphanMessagesTest {
  private static final Duration AT_ONCE = Duration.ZERO;
  private static final int LARGE = 100_000;

  private final TestLedger fixture = TestLedger.inMemory(Clock.systemUTC());
  private final Messages messages = new Messages(fixture.database(), LARGE);
  private final NewSend send = Sends.to("ann@example.org");

  @AfterEach
  void close() {
    fixture.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {10, LARGE + 1})
  void deletesWhatNoRowNames(int size) {
    messages.store(send.id(), send.key(), new RandomMessage(size));
    OrphanMessages orphans = orphans(AT_ONCE, AT_ONCE);

    assertThat(round(orphans)).isZero();
    assertThat(messages.load(send.id())).isPresent();
    assertThat(round(orphans)).isOne();

    assertThat(messages.load(send.id())).isEmpty();
    assertThat(fixture.database().getCollection("large_messages.chunks").countDocuments()).isZero();
    assertThat(fixture.database().getCollection("large_messages.files").countDocuments()).isZero();
  }

  @Test
  void keepsWhatARowNames() {
    accept(send);
    OrphanMessages orphans = orphans(AT_ONCE, AT_ONCE);

    assertThat(round(orphans) + round(orphans)).isZero();
    assertThat(messages.load(send.id())).isPresent();
  }

  @Test
  void deletesWhatLostItsKeyToAnother() {
    messages.store(send.id(), send.key(), new RandomMessage(10));
    NewSend winner = Sends.keyed(send.key(), "ann@example.org");
    accept(winner);

    rounds(orphans(AT_ONCE, AT_ONCE), 2);

    assertThat(messages.load(send.id())).isEmpty();
    assertThat(messages.load(winner.id())).isPresent();
  }

  @Test
  void deletesWhatACrashLeftBehindAfterAnErasure() {
    accept(send);
    fixture.ledger().cancel(send.key(), "ann", null);
    assertThat(fixture.ledger().erase(send.key(), "ann")).isInstanceOf(Transition.Applied.class);

    rounds(orphans(AT_ONCE, AT_ONCE), 2);

    assertThat(messages.load(send.id())).isEmpty();
  }

  @Test
  void leavesYoungOnesAndWaitsBetweenMarkAndDeletion() {
    messages.store(send.id(), send.key(), new RandomMessage(10));

    rounds(orphans(Duration.ofHours(1), AT_ONCE), 3);
    rounds(orphans(AT_ONCE, Duration.ofHours(1)), 3);

    assertThat(messages.load(send.id())).isPresent();
  }

  @Test
  void sparesWhatIsNamedByThenAlthoughItWasMarked() {
    messages.store(send.id(), send.key(), new RandomMessage(10));
    rounds(orphans(AT_ONCE, AT_ONCE), 1);
    fixture.ledger().prepare(send);

    rounds(orphans(AT_ONCE, AT_ONCE), 3);

    assertThat(messages.load(send.id())).isPresent();
    assertThat(fixture.database().getCollection("condemned").countDocuments()).isZero();
  }

  @Test
  void walksOverMoreThanAPageAndNotFromTheBeginningEachTime() {
    List<NewSend> kept = new ArrayList<>();
    for (int i = 0; i < 410; i++) {
      NewSend one = Sends.to("ann@example.org");
      messages.store(one.id(), one.key(), new RandomMessage(10));
      kept.add(one);
    }
    CountingStore store = new CountingStore();
    OrphanMessages orphans = orphans(store, AT_ONCE, Duration.ofHours(1));

    rounds(orphans, 2);

    // the embedded store keeps parts of a millisecond, so that those of the last one come again
    assertThat(store.finds).isBetween(2 * kept.size(), 3 * kept.size());
    assertThat(fixture.database().getCollection("condemned").countDocuments())
        .isEqualTo(kept.size());
  }

  /**
   * The paused process: it stored its message, slept until everybody had given it up, and records
   * the row at any moment of the removal.
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void whoeverWasAnsweredHasItsMessageHoweverLateItsRowCame(int finds) {
    assertThat(loadedAfterALateRow(finds, true)).isPresent();
  }

  /** The twin: without {@link Messages#keep} the row stands there without its message. */
  @Test
  void withoutLookingForTheMarkALateRowLosesItsMessage() {
    assertThat(loadedAfterALateRow(3, false)).isEmpty();
  }

  /**
   * @param finds after how many looks of the removal for the row it is recorded
   */
  private Optional<FrozenMessage> loadedAfterALateRow(int finds, boolean keeping) {
    RandomMessage message = new RandomMessage(10);
    messages.store(send.id(), send.key(), message);
    Runnable lateAcceptance =
        () -> {
          fixture.ledger().prepare(send);
          if (keeping) {
            messages.keep(send.id(), send.key(), message);
          }
        };
    CountingStore store = new CountingStore();
    store.after(finds, lateAcceptance);
    rounds(orphans(store, AT_ONCE, AT_ONCE), 3);
    assertThat(fixture.ledger().find(send.key())).as("the row came").isPresent();
    return messages.load(send.id());
  }

  private void accept(NewSend accepted) {
    RandomMessage message = new RandomMessage(10);
    messages.store(accepted.id(), accepted.key(), message);
    fixture.ledger().prepare(accepted);
    messages.keep(accepted.id(), accepted.key(), message);
  }

  private OrphanMessages orphans(Duration age, Duration grace) {
    return orphans(new MongoSendStore(fixture.database()), age, grace);
  }

  private OrphanMessages orphans(SendStore store, Duration age, Duration grace) {
    Ledger ledger = new Ledger(store, fixture.active(), Clock.systemUTC(), TestLedger.settings());
    return new OrphanMessages(fixture.database(), messages, ledger, age, grace, Clock.systemUTC());
  }

  private static void rounds(OrphanMessages orphans, int number) {
    for (int i = 0; i < number; i++) {
      round(orphans);
    }
  }

  /** In a later millisecond, because ages are compared in whole ones. */
  private static int round(OrphanMessages orphans) {
    long before = System.currentTimeMillis();
    await()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(1))
        .until(() -> System.currentTimeMillis() > before + 1);
    return orphans.round();
  }

  /** Does something once, right after a number of reads were answered. */
  private final class CountingStore implements SendStore {
    private final SendStore real = new MongoSendStore(fixture.database());
    private int finds;
    private int due = -1;
    private Runnable action = () -> {};

    void after(int number, Runnable what) {
      due = number;
      action = what;
      if (number == 0) {
        what.run();
      }
    }

    @Override
    public Optional<Document> find(String key) throws UnansweredException {
      Optional<Document> answer = real.find(key);
      finds++;
      if (finds == due) {
        action.run();
      }
      return answer;
    }

    @Override
    public boolean insert(Document row) throws UnansweredException {
      return real.insert(row);
    }

    @Override
    public Optional<Document> findOneAndUpdate(
        Document filter, Document update, List<Document> arrayFilters) throws UnansweredException {
      return real.findOneAndUpdate(filter, update, arrayFilters);
    }
  }
}
