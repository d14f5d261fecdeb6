package dev.sendonce.intake.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.sendonce.intake.Acceptance;
import dev.sendonce.intake.FieldError;
import dev.sendonce.intake.outbox.OutboxIntake.Round;
import dev.sendonce.ledger.LedgerUnavailableException;
import dev.sendonce.ledger.TestDatabase;
import dev.sendonce.message.SamePersonRules;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendFixture;
import dev.sendonce.send.SendKey;
import dev.sendonce.send.SendState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.bson.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutboxIntakeTest {
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final Duration OVER = Duration.ofMillis(-10);

  @RegisterExtension private final TestDatabase mongo = new TestDatabase();

  private MongoDatabase database;
  private MongoCollection<Document> outbox;
  private final Queue<String> accepted = new ConcurrentLinkedQueue<>();
  private final Queue<String> started = new ConcurrentLinkedQueue<>();

  @BeforeEach
  void start() {
    database = mongo.get();
    outbox = database.getCollection("outbox");
  }

  @Test
  void acceptsADocumentUnderItsIdAndMovesItOutOfTheWay() {
    write("invoice-1");
    assertThat(intake(LONG, this::accept).round()).isEqualTo(new Round(1, 0, 0));
    assertThat(accepted).containsExactly("invoice-1");
    assertThat(started).containsExactly("invoice-1");
    assertThat(outbox.countDocuments()).isZero();
    assertThat(finished("invoice-1").getInteger("status")).isEqualTo(2);
    assertThat(intake(LONG, this::accept).round().idle()).isTrue();
  }

  @Test
  void twoDocumentsForTheSameMailAndPersonHaveTheSameKeyWithoutTheAddress() {
    outbox.insertOne(pair("d1", "welcome-7", "Ann@Example.org"));
    outbox.insertOne(pair("d2", "welcome-7", "ann@example.org"));
    intake(LONG, this::accept).round();
    assertThat(accepted).hasSize(2);
    assertThat(List.copyOf(accepted).get(0))
        .isEqualTo(List.copyOf(accepted).get(1))
        .startsWith("welcome-7/")
        .doesNotContainIgnoringCase("example");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ann@bücher.example",
        "ANN@xn--bcher-kva.example",
        "ann@bücher.example.",
        " Ann <ann@bücher.example> ",
        "\"ann\"@BÜCHER.example"
      })
  void everySpellingOfAPersonGivesTheSameKey(String spelling) {
    outbox.insertOne(pair("d1", "welcome-7", "ann@xn--bcher-kva.example"));
    outbox.insertOne(pair("d2", "welcome-7", spelling));
    intake(LONG, this::accept).round();
    assertThat(accepted).hasSize(2);
    assertThat(Set.copyOf(accepted)).hasSize(1);
  }

  @Test
  void refusesARecipientThatIsNoAddress() {
    outbox.insertOne(pair("d1", "welcome-7", "ann at example.org"));
    assertThat(intake(LONG, this::accept).round()).isEqualTo(new Round(0, 1, 0));
    assertThat(finished("d1").getInteger("status")).isEqualTo(3);
    assertThat(finished("d1").getString("lastError"))
        .isEqualTo("recipient: has no @; write it as name@domain.");
  }

  @Test
  void refusesWhatCanNeverBecomeASendAndSaysWhy() {
    outbox.insertOne(
        new Document("_id", "no good").append("request", request()).append("status", 0));
    outbox.insertOne(new Document("_id", "no-request").append("status", 0));
    assertThat(intake(LONG, this::accept).round()).isEqualTo(new Round(0, 2, 0));
    assertThat(finished("no good").getString("lastError")).contains("_id").contains("1 to 200");
    assertThat(finished("no-request").getString("lastError")).contains("request");
    assertThat(accepted).isEmpty();
  }

  @Test
  void passesOnWhatTheIntakeFoundWrong() {
    write("bad");
    intake(
            LONG,
            (submitter, key, request) ->
                new Acceptance.Invalid(List.of(new FieldError("to", "must name a recipient."))))
        .round();
    assertThat(finished("bad").getInteger("status")).isEqualTo(3);
    assertThat(finished("bad").getString("lastError")).isEqualTo("to: must name a recipient.");
  }

  @Test
  void anOutageUsesUpNoRetries() {
    write("k");
    OutboxIntake down =
        intake(
            LONG,
            (submitter, key, request) -> {
              throw new LedgerUnavailableException("down", null);
            });
    for (int i = 0; i < 10; i++) {
      assertThat(down.round()).isEqualTo(new Round(0, 0, 1));
    }
    assertThat(intake(LONG, this::accept).round()).isEqualTo(new Round(1, 0, 0));
  }

  @Test
  void aDocumentThatFailsAgainAndAgainIsRefusedWithAReason() {
    write("poison");
    OutboxIntake failing =
        intake(
            LONG,
            (submitter, key, request) -> {
              throw new IllegalStateException("a defect");
            });
    Round last = failing.round();
    for (int i = 0; i < 5 && last.refused() == 0; i++) {
      last = failing.round();
    }
    assertThat(last).isEqualTo(new Round(0, 1, 0));
    assertThat(finished("poison").getString("lastError")).contains("Given up after 3");
  }

  /** Such a claim counts, but it says nothing about the document. */
  @Test
  void claimsThatAnOutageCutOffRefuseNothing() {
    write("k");
    outbox.updateOne(new Document(), Updates.set("retryCount", 25));

    assertThat(intake(LONG, this::accept).round()).isEqualTo(new Round(1, 0, 0));
  }

  @Test
  void aDocumentThatTakesEveryNodeWithItEnds() {
    write("k");
    outbox.updateOne(new Document(), Updates.set("retryCount", 30));

    assertThat(intake(LONG, this::accept).round()).isEqualTo(new Round(0, 1, 0));

    assertThat(accepted).isEmpty();
    assertThat(finished("k").getString("lastError"))
        .contains("Given up after 31 claims")
        .contains("insert it into outbox");
  }

  /** Erasing a send must reach all of its content. */
  @Test
  void onlyWhatWasRefusedKeepsItsContent() {
    write("good");
    outbox.insertOne(pair("pair", "welcome-7", "ann@example.org"));
    write("bad");
    outbox.updateOne(new Document("_id", "bad"), Updates.set("request", "none"));
    intake(LONG, this::accept).round();

    assertThat(finished("good")).doesNotContainKeys("request", "recipient");
    assertThat(finished("pair")).doesNotContainKeys("request", "recipient").containsKey("mailId");
    assertThat(finished("bad")).containsEntry("status", 3).containsEntry("request", "none");
  }

  @Test
  void whatFinishedIsForgottenInTheEnd() {
    write("k");
    intake(LONG, this::accept).round();

    OutboxIntake.forget(database, Instant.now().minus(LONG));
    assertThat(finished("k")).isNotNull();
    OutboxIntake.forget(database, Instant.now().plus(LONG));
    assertThat(finished("k")).isNull();
  }

  @Test
  void takesOverTheClaimOfADeadNodeAndTheDeadNodeCannotFinishIt() {
    write("k");
    Outbox dead = new Outbox(database, LONG);
    OutboxDocument claimed = dead.claim("dead", 10).documents().get(0);
    assertThat(intake(LONG, this::accept).round().idle()).isTrue();
    assertThat(intake(OVER, this::accept).round()).isEqualTo(new Round(1, 0, 0));
    assertThat(dead.finish(claimed, "dead", Outbox.REFUSED, null, "too late")).isFalse();
    assertThat(finished("k").getInteger("status")).isEqualTo(2);
  }

  @Test
  void eightClaimantsNeverShareADocument() throws Exception {
    for (int i = 0; i < 400; i++) {
      write("k" + i);
    }
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Callable<Void>> nodes = new ArrayList<>();
      for (int n = 0; n < 8; n++) {
        OutboxIntake node = intake(LONG, this::accept);
        nodes.add(
            () -> {
              while (outbox.countDocuments() > 0) {
                node.round();
              }
              return null;
            });
      }
      for (var done : threads.invokeAll(nodes)) {
        done.get();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(accepted).hasSize(400).doesNotHaveDuplicates();
  }

  /** The twin: mark without the status in the filter, and two nodes hold the same document. */
  @Test
  void theNaiveRecipeGivesOneDocumentToTwoNodes() {
    write("k");
    List<String> seenByBoth = List.of("k");
    List<String> holders = new ArrayList<>();
    for (String node : List.of("a", "b")) {
      outbox.updateMany(
          Filters.in("_id", seenByBoth), new Document("$set", new Document("lockedBy", node)));
      outbox.find(Filters.eq("lockedBy", node)).forEach(d -> holders.add(node));
    }
    assertThat(holders).containsExactly("a", "b");

    Outbox guarded = new Outbox(database, LONG);
    assertThat(guarded.claim("a", 1).documents()).hasSize(1);
    assertThat(guarded.claim("b", 1).documents()).isEmpty();
  }

  private Acceptance accept(
      dev.sendonce.intake.Submitter submitter,
      SendKey key,
      com.fasterxml.jackson.databind.JsonNode request) {
    assertThat(request.get("to").get(0).asText()).contains("@");
    accepted.add(key.value());
    return new Acceptance.Accepted(SendFixture.send(key.value(), 1, SendState.PREPARED));
  }

  private OutboxIntake intake(Duration lockTimeout, OutboxIntake.Acceptor acceptor) {
    return new OutboxIntake(
        database,
        new OutboxIntake.Settings(10, lockTimeout, 3),
        acceptor,
        (Send send) -> started.add(send.key().value()),
        SamePersonRules.NONE,
        () -> UUID.randomUUID().toString());
  }

  private void write(String key) {
    outbox.insertOne(new Document("_id", key).append("request", request()).append("status", 0));
  }

  private static Document request() {
    return new Document("from", "a@b.test").append("to", List.of("ann@example.org"));
  }

  private static Document pair(String id, String mailId, String recipient) {
    return new Document("_id", id)
        .append("mailId", mailId)
        .append("recipient", recipient)
        .append("request", new Document("from", "a@b.test"))
        .append("status", 0);
  }

  private Document finished(String id) {
    return database.getCollection("outbox_finished").find(Filters.eq("_id", id)).first();
  }
}
