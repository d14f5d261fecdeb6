package dev.sendonce.api.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import dev.sendonce.api.engine.TemporalEngine.Presence;
import dev.sendonce.ledger.KeyedDigest;
import dev.sendonce.ledger.Ledger;
import dev.sendonce.ledger.LedgerSettings;
import dev.sendonce.ledger.MongoActiveSends;
import dev.sendonce.ledger.MongoConnection;
import dev.sendonce.ledger.MongoSendStore;
import dev.sendonce.ledger.NewSend;
import dev.sendonce.ledger.Preparation;
import dev.sendonce.send.Decision;
import dev.sendonce.send.EmailAddress;
import dev.sendonce.send.RecipientField;
import dev.sendonce.send.RecipientOutcome;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import dev.sendonce.send.SendState;
import dev.sendonce.workflow.SendAttributes;
import dev.sendonce.workflow.SendRequest;
import dev.sendonce.workflow.SendWorkflow;
import dev.sendonce.workflow.TaskQueues;
import io.temporal.api.enums.v1.IndexedValueType;
import io.temporal.client.WorkflowOptions;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A ledger that was restored from an older backup, beside a Temporal that knows more. */
class EarlierLifeTest {
  private static final SendKey KEY = new SendKey("earlier-life");

  private final TestWorkflowEnvironment temporal =
      TestWorkflowEnvironment.newInstance(
          TestEnvironmentOptions.newBuilder()
              .registerSearchAttribute(
                  SendAttributes.STATE.getName(), IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD)
              .registerSearchAttribute(
                  SendAttributes.CLIENT.getName(), IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD)
              .registerSearchAttribute(
                  SendAttributes.BATCH.getName(), IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD)
              .build());
  private final TemporalEngine engine =
      new TemporalEngine(
          temporal.getWorkflowClient(),
          new TemporalSettings("unused", "default", URI.create("http://ui.test")));
  private MongoServer server;
  private MongoConnection mongo;

  @BeforeEach
  void start() {
    server = new MongoServer(new MemoryBackend());
    mongo = MongoConnection.open(server.bindAndGetConnectionString(), "first");
  }

  @AfterEach
  void stop() {
    mongo.close();
    server.shutdownNow();
    temporal.close();
  }

  @Test
  void parksANewSendUnderAKeyThatTemporalKnows() {
    Ledger lost = ledger(mongo.database());
    assertThat(engine.start(accept(lost, "id-of-the-lost-send"))).isEqualTo(Engine.Start.DONE);

    mongo.database().drop();
    Ledger restored = ledger(mongo.database());
    Send parked = EarlierLife.startOrPark(engine, restored, accept(restored, "id-of-the-new-send"));

    assertThat(parked.state()).isEqualTo(SendState.UNCONFIRMED);
    assertThat(parked.timeline().get(2).cause()).isEqualTo("known_before");
    assertThat(restored.find(KEY).orElseThrow().state()).isEqualTo(SendState.UNCONFIRMED);
  }

  @Test
  void theSweeperSeesItToo() {
    engine.start(accept(ledger(mongo.database()), "id-of-the-lost-send"));
    mongo.database().drop();
    Ledger restored = ledger(mongo.database());
    Send fresh = accept(restored, "id-of-the-new-send");

    assertThat(engine.ensureRunning(fresh)).isEqualTo(Presence.KNOWN_BEFORE);
  }

  @Test
  void aRunThatDoesNotSayWhoseItIsButIsOlderThanTheSendIsFromAnEarlierLife() {
    startWithoutMemo(SendWorkflow.class.getSimpleName());
    Clock later = Clock.offset(Clock.systemUTC(), Duration.ofHours(1));
    Clock earlier = Clock.offset(Clock.systemUTC(), Duration.ofHours(-1));

    Send younger = accept(ledger(mongo.database(), later), "id-of-the-new-send");
    assertThat(engine.ensureRunning(younger)).isEqualTo(Presence.KNOWN_BEFORE);

    mongo.database().drop();
    Send older = accept(ledger(mongo.database(), earlier), "id-of-the-send");
    assertThat(engine.ensureRunning(older)).isEqualTo(Presence.RUNNING);
  }

  @Test
  void aWorkflowOfAnotherKindUnderTheKeyIsFromAnEarlierLife() {
    startWithoutMemo("SomethingElse");
    Clock earlier = Clock.offset(Clock.systemUTC(), Duration.ofHours(-1));
    Send send = accept(ledger(mongo.database(), earlier), "id-of-the-send");

    assertThat(engine.ensureRunning(send)).isEqualTo(Presence.KNOWN_BEFORE);
  }

  @Test
  void theSameSendIsStartedTwiceWithoutHarm() {
    Send send = accept(ledger(mongo.database()), "id-of-the-send");
    engine.start(send);

    assertThat(engine.start(send)).isEqualTo(Engine.Start.DONE);
    assertThat(engine.ensureRunning(send)).isEqualTo(Presence.RUNNING);
  }

  @Test
  void whatAPersonOrderedAfterwardsIsNotParkedAgain() {
    engine.start(accept(ledger(mongo.database()), "id-of-the-lost-send"));
    mongo.database().drop();
    Ledger restored = ledger(mongo.database());
    EarlierLife.startOrPark(engine, restored, accept(restored, "id-of-the-new-send"));
    restored.resolve(KEY, 0, "order-1", Decision.RESEND, "jo", "it never arrived");
    Send ordered = restored.find(KEY).orElseThrow();

    assertThat(ordered.state()).isEqualTo(SendState.PREPARED);
    assertThat(engine.ensureRunning(ordered)).isEqualTo(Presence.RUNNING);
  }

  private void startWithoutMemo(String type) {
    temporal
        .getWorkflowClient()
        .newUntypedWorkflowStub(
            type,
            WorkflowOptions.newBuilder()
                .setWorkflowId(KEY.value())
                .setTaskQueue(TaskQueues.CONTROL)
                .build())
        .start(new SendRequest(KEY.value()));
  }

  private static Ledger ledger(MongoDatabase database) {
    return ledger(database, Clock.systemUTC());
  }

  private static Ledger ledger(MongoDatabase database, Clock clock) {
    return new Ledger(
        new MongoSendStore(database),
        new MongoActiveSends(database),
        clock,
        new LedgerSettings(Duration.ZERO, new KeyedDigest(new byte[16]), UnaryOperator.identity()));
  }

  private static Send accept(Ledger ledger, String id) {
    Preparation preparation =
        ledger.prepare(
            new NewSend(
                KEY,
                id,
                "client",
                "default",
                null,
                EmailAddress.ofStored("a@example.com"),
                List.of(
                    new Send.Recipient(
                        "b@example.org",
                        RecipientField.TO,
                        RecipientOutcome.PENDING,
                        null,
                        0,
                        null,
                        false,
                        false)),
                List.of(),
                "<" + id + "@example.com>",
                "sha256:" + "0".repeat(64),
                1,
                false,
                null,
                Clock.systemUTC().instant().plusSeconds(3600),
                Map.of(),
                Map.of(),
                null,
                false));
    return ((Preparation.Prepared) preparation).send();
  }
}
