package dev.sendonce.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContentGuardTest {
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
  void pointsASecondKeyAtTheFirstSend() {
    intake.accepted("key-1", Requests.letter());

    assertThat(intake.post("key-2", Requests.letter()))
        .isEqualTo(new Acceptance.DuplicateContent("key-1"));
    assertThat(intake.count("sends")).isEqualTo(1);
    assertThat(intake.count("messages")).isEqualTo(1);
  }

  @Test
  void comparesPeopleAndNotSpellings() {
    intake.accepted("key-1", Requests.letter().withList("to", "bob@bücher.example"));

    assertThat(
            intake.post(
                "key-2",
                Requests.letter().withList("to", "x@y.example", "BOB@xn--bcher-kva.example.")))
        .as("any overlap counts")
        .isEqualTo(new Acceptance.DuplicateContent("key-1"));
    assertThat(intake.post("key-3", Requests.letter().withList("bcc", "x@y.example").without("to")))
        .as("what was refused claims nothing")
        .isInstanceOf(Acceptance.Accepted.class);
  }

  @Test
  void onlySubjectBodiesAndAttachmentsAreContent() {
    intake.accepted("key-1", Requests.letter().withAttachment("a.pdf", new byte[] {1}));

    assertThat(
            intake.post(
                "key-2",
                Requests.letter()
                    .withAttachment("a.pdf", new byte[] {1})
                    .with("sendAt", "2030-03-01T00:00:00Z")
                    .withEntry("headers", "X-Try", "2")))
        .isEqualTo(new Acceptance.DuplicateContent("key-1"));
    assertThat(intake.post("key-3", Requests.letter().withAttachment("a.pdf", new byte[] {2})))
        .isInstanceOf(Acceptance.Accepted.class);
    assertThat(intake.post("key-4", Requests.letter())).isInstanceOf(Acceptance.Accepted.class);
  }

  @Test
  void anOverrideIsAcceptedAndRecordedAndTheNextOneStillGuarded() {
    intake.accepted("key-1", Requests.letter());

    Send second = intake.accepted("key-2", Requests.letter().with("allowDuplicateContent", true));
    assertThat(second.duplicateAllowed()).isTrue();
    assertThat(intake.post("key-3", Requests.letter()))
        .isEqualTo(new Acceptance.DuplicateContent("key-2"));
  }

  @Test
  void theWindowCountsFromAnOverride() {
    intake.accepted("key-1", Requests.letter());
    intake.clock.move(Duration.ofMinutes(5));
    intake.accepted("key-2", Requests.letter().with("allowDuplicateContent", true));
    intake.clock.move(Duration.ofMinutes(6));

    assertThat(intake.post("key-3", Requests.letter()))
        .isEqualTo(new Acceptance.DuplicateContent("key-2"));
    intake.clock.move(Duration.ofMinutes(4));
    assertThat(intake.post("key-3", Requests.letter())).isInstanceOf(Acceptance.Accepted.class);
  }

  @Test
  void anOverrideThatCameFirstGuardsToo() {
    intake.accepted("key-1", Requests.letter().with("allowDuplicateContent", true));

    assertThat(intake.post("key-2", Requests.letter()))
        .isEqualTo(new Acceptance.DuplicateContent("key-1"));
  }

  @Test
  void aFirstSendThatWasNotSentDoesNotBlock() {
    Send first = intake.accepted("key-1", Requests.letter());
    intake.ledger().cancel(first.key(), "ann", null);

    assertThat(intake.post("key-2", Requests.letter())).isInstanceOf(Acceptance.Accepted.class);
    assertThat(intake.post("key-3", Requests.letter()))
        .isEqualTo(new Acceptance.DuplicateContent("key-2"));
  }

  @Test
  void blocksForTheWindowOnly() {
    intake.accepted("key-1", Requests.letter());

    intake.clock.move(Duration.ofMinutes(10).minusMillis(1));
    assertThat(intake.post("key-2", Requests.letter()))
        .isEqualTo(new Acceptance.DuplicateContent("key-1"));
    intake.clock.move(Duration.ofMillis(1));
    assertThat(intake.post("key-2", Requests.letter())).isInstanceOf(Acceptance.Accepted.class);
  }

  @Test
  void clientsDoNotSeeEachOther() {
    intake.accepted("key-1", Requests.letter());
    Submitter other = new Submitter("client-2", Optional.empty(), List.of(), List.of());

    assertThat(intake.post(other, "key-2", Requests.letter().toString()))
        .isInstanceOf(Acceptance.Accepted.class);
  }

  @Test
  void anAcceptanceThatCrashedBlocksOthersForAMinuteAndItsOwnKeyNever() {
    crashAfterTheClaimOf("key-1");

    assertThat(impatient().post("key-2")).isEqualTo(new Acceptance.DuplicateContent("key-1"));
    intake.clock.move(ContentGuard.GRACE.plusMillis(1));
    assertThat(impatient().post("key-3")).isInstanceOf(Acceptance.Accepted.class);

    assertThat(impatient().post("key-1"))
        .as("overtaken by another key")
        .isEqualTo(new Acceptance.DuplicateContent("key-3"));
  }

  @Test
  void theKeyOfACrashedAcceptancePassesAtOnce() {
    crashAfterTheClaimOf("key-1");

    assertThat(impatient().post("key-1")).isInstanceOf(Acceptance.Accepted.class);
    assertThat(impatient().post("key-2")).isEqualTo(new Acceptance.DuplicateContent("key-1"));
  }

  @Test
  void aClaimOfAKeyThatStandsForOtherContentIsVoid() {
    crashAfterTheClaimOf("key-1");
    intake.accepted("key-1", Requests.letter().with("text", "something else"));

    assertThat(impatient().post("key-2")).isInstanceOf(Acceptance.Accepted.class);
  }

  @Test
  void rowsShowNeitherAddressesNorContent() {
    intake.accepted("key-1", Requests.letter());

    Document row = intake.ledgers.database().getCollection("content_guard").find().first();
    assertThat(row.getString("_id")).matches("[0-9a-f]{64}");
    assertThat(row.toJson()).doesNotContain("bob", "Invoice", "pay");
  }

  @Test
  void lapsedRowsCanBePurged() {
    intake.accepted("key-1", Requests.letter().with("messageId", "<a@b.example>"));
    intake.clock.move(Duration.ofMinutes(11));

    assertThat(ContentGuard.purge(intake.ledgers.database(), intake.clock.instant())).isEqualTo(1);
    assertThat(intake.count("content_guard")).as("message ids are claimed for ever").isEqualTo(1);
  }

  @Test
  void ofManyKeysOverTwoNodesOneWins() throws Exception {
    for (int round = 0; round < 10; round++) {
      List<Acceptance> answers = race("race-" + round, List.of(intake.intake, intake.node()));

      assertThat(answers).filteredOn(Acceptance.Accepted.class::isInstance).hasSize(1);
      String winner =
          answers.stream()
              .filter(Acceptance.Accepted.class::isInstance)
              .map(a -> ((Acceptance.Accepted) a).send().key().value())
              .findFirst()
              .orElseThrow();
      assertThat(answers)
          .filteredOn(a -> !(a instanceof Acceptance.Accepted))
          .allSatisfy(a -> assertThat(a).isEqualTo(new Acceptance.DuplicateContent(winner)));
    }
  }

  @Test
  void withoutTheUniqueIdMoreThanOneWouldWin() throws Exception {
    GuardStore onlyLooks =
        new GuardStore() {
          private final MongoGuardStore rows = new MongoGuardStore(intake.ledgers.database());

          @Override
          public boolean insert(GuardRow row) {
            return rows.find(row.id()).isEmpty();
          }

          @Override
          public Optional<GuardRow> find(String id) {
            return rows.find(id);
          }

          @Override
          public boolean replace(GuardRow old, GuardRow row) {
            return rows.replace(old, row);
          }

          @Override
          public void delete(GuardRow row) {
            rows.delete(row);
          }
        };
    ContentGuard guard =
        new ContentGuard(onlyLooks, intake.ledger(), intake.clock, Duration.ofSeconds(2));

    List<Acceptance> answers = race("race", List.of(intake.node(guard), intake.node(guard)));

    assertThat(answers).filteredOn(Acceptance.Accepted.class::isInstance).hasSizeGreaterThan(1);
  }

  private static List<Acceptance> race(String prefix, List<Intake> nodes) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Future<Acceptance>> pending = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        SendKey key = new SendKey(prefix + "-" + i);
        Requests request = Requests.letter().with("subject", prefix);
        Intake node = nodes.get(i % nodes.size());
        pending.add(threads.submit(() -> node.accept(Requests.ANYBODY, key, request.stream())));
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

  private interface Post {
    Acceptance post(String key);
  }

  /** A node that does not wait for acceptances that are under way. */
  private Post impatient() {
    Intake node =
        intake.node(
            new ContentGuard(
                new MongoGuardStore(intake.ledgers.database()),
                intake.ledger(),
                intake.clock,
                Duration.ZERO));
    return key -> {
      try {
        return node.accept(Requests.ANYBODY, new SendKey(key), Requests.letter().stream());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    };
  }

  /** Leaves what a node leaves that dies between its claim and its ledger row. */
  private void crashAfterTheClaimOf(String key) {
    Send send = intake.accepted(key, Requests.letter());
    intake.ledgers.database().getCollection("sends").deleteOne(new Document("_id", key));
    intake.ledgers.messages().delete(send.id());
  }
}
