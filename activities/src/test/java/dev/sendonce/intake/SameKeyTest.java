package dev.sendonce.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sendonce.ledger.ActiveSends;
import dev.sendonce.ledger.KeyedDigest;
import dev.sendonce.ledger.Ledger;
import dev.sendonce.ledger.LedgerSettings;
import dev.sendonce.ledger.LedgerUnavailableException;
import dev.sendonce.ledger.MongoSendStore;
import dev.sendonce.ledger.SendStore;
import dev.sendonce.ledger.UnansweredException;
import dev.sendonce.send.SendKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SameKeyTest {
  @TempDir Path temporary;
  private TestIntake intake;

  @BeforeEach
  void start() {
    intake = new TestIntake(temporary);
  }

  @AfterEach
  void stop() {
    intake.close();
  }

  @Test
  void ofManyEqualRequestsOneIsAcceptedAndTheOthersReplay() throws Exception {
    for (int round = 0; round < 3; round++) {
      assertOneAcceptance("key-" + round, 24);
    }
    assertThat(intake.count("messages")).as("nothing is left of the losers").isEqualTo(3);
  }

  @Test
  @Tag("long")
  void twoHundredThreadsFiftyRounds() throws Exception {
    for (int round = 0; round < 50; round++) {
      assertOneAcceptance("key-" + round, 200);
    }
    assertThat(intake.count("messages")).isEqualTo(50);
  }

  @Test
  void ofDifferentRequestsAtOnceOneIsAcceptedAndTheOthersAreToldWhatDiffers() throws Exception {
    List<Acceptance> answers =
        inParallel(12, i -> Requests.letter().with("text", "version " + (i % 2)), key -> "key", 2);

    assertThat(answers).filteredOn(Acceptance.Accepted.class::isInstance).hasSize(1);
    assertThat(answers).filteredOn(Acceptance.Replayed.class::isInstance).hasSize(5);
    assertThat(answers).filteredOn(new Acceptance.KeyReused(List.of("text"))::equals).hasSize(6);
    assertThat(intake.count("messages")).isEqualTo(1);
    assertThat(intake.count("content_guard")).as("only the winner keeps its claim").isEqualTo(1);
  }

  @Test
  void aFailureBeforeTheRowLeavesTheKeyFree() {
    FaultyStore store = new FaultyStore();
    Intake node = node(store);
    store.refuse = true;

    assertThatThrownBy(() -> post(node, "key-1")).isInstanceOf(LedgerUnavailableException.class);
    store.refuse = false;

    assertThat(post(node, "key-1")).isInstanceOf(Acceptance.Accepted.class);
  }

  @Test
  void aRowWhoseAcknowledgementWasLostIsReplayed() {
    FaultyStore store = new FaultyStore();
    Intake node = node(store);
    store.loseAcknowledgements = true;

    assertThatThrownBy(() -> post(node, "key-1")).isInstanceOf(LedgerUnavailableException.class);
    store.loseAcknowledgements = false;
    store.deaf = false;

    assertThat(post(node, "key-1"))
        .isInstanceOfSatisfying(
            Acceptance.Replayed.class,
            replayed ->
                assertThat(intake.message(replayed.send()))
                    .as("the message of an ambiguous acceptance must not be cleaned up")
                    .contains(replayed.send().messageId()));
  }

  private void assertOneAcceptance(String key, int threads) throws Exception {
    List<Acceptance> answers =
        inParallel(threads, i -> Requests.letter().with("subject", key), i -> key, 3);

    assertThat(answers).filteredOn(Acceptance.Accepted.class::isInstance).hasSize(1);
    assertThat(answers)
        .filteredOn(a -> !(a instanceof Acceptance.Accepted))
        .allSatisfy(
            a ->
                assertThat(a)
                    .isInstanceOfAny(Acceptance.Replayed.class, Acceptance.InProgress.class));
  }

  private interface PerThread<T> {
    T get(int thread);
  }

  private List<Acceptance> inParallel(
      int count, PerThread<Requests> request, PerThread<String> key, int nodes) throws Exception {
    List<Intake> intakes = new ArrayList<>();
    for (int i = 0; i < nodes; i++) {
      intakes.add(intake.node());
    }
    ExecutorService threads = Executors.newFixedThreadPool(count);
    try {
      List<Future<Acceptance>> pending = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        Intake node = intakes.get(i % nodes);
        Requests body = request.get(i);
        SendKey sendKey = new SendKey(key.get(i));
        pending.add(threads.submit(() -> node.accept(Requests.ANYBODY, sendKey, body.stream())));
      }
      List<Acceptance> answers = new ArrayList<>();
      for (Future<Acceptance> answer : pending) {
        answers.add(answer.get());
      }
      return answers;
    } finally {
      threads.shutdownNow();
    }
  }

  private static Acceptance post(Intake node, String key) {
    try {
      return node.accept(Requests.ANYBODY, new SendKey(key), Requests.letter().stream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Intake node(SendStore store) {
    ActiveSends active = intake.ledgers.active();
    Ledger ledger =
        new Ledger(
            store,
            active,
            intake.clock,
            new LedgerSettings(
                Duration.ofMinutes(30), new KeyedDigest(new byte[16]), address -> address));
    return new Intake(
        intake.settings,
        ledger,
        intake.ledgers.messages(),
        new ContentGuard(intake.ledgers.database(), ledger, intake.clock),
        ReferenceNumbers.NONE,
        intake.clock,
        () -> UUID.randomUUID().toString());
  }

  /** A store that fails to insert, or inserts and is not heard any more. */
  private final class FaultyStore implements SendStore {
    private final SendStore real = new MongoSendStore(intake.ledgers.database());
    private volatile boolean refuse;
    private volatile boolean loseAcknowledgements;
    private volatile boolean deaf;

    @Override
    public boolean insert(Document row) throws UnansweredException {
      if (refuse) {
        throw new UnansweredException("refused", null);
      }
      boolean inserted = real.insert(row);
      if (loseAcknowledgements) {
        deaf = true;
        throw new UnansweredException("lost", null);
      }
      return inserted;
    }

    @Override
    public Optional<Document> find(String key) throws UnansweredException {
      if (deaf) {
        throw new UnansweredException("not heard", null);
      }
      return real.find(key);
    }

    @Override
    public Optional<Document> findOneAndUpdate(
        Document filter, Document update, List<Document> arrayFilters) throws UnansweredException {
      return real.findOneAndUpdate(filter, update, arrayFilters);
    }
  }
}
