package dev.sendonce.api.engine;

import com.codahale.metrics.MetricRegistry;
import com.mongodb.client.MongoDatabase;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import dev.sendonce.activity.Activities;
import dev.sendonce.activity.DeliveryLimits;
import dev.sendonce.activity.ProbeSchedule;
import dev.sendonce.activity.SlowWork;
import dev.sendonce.activity.TestEvidence;
import dev.sendonce.activity.TestMessage;
import dev.sendonce.activity.TestRelay;
import dev.sendonce.ledger.ActiveSends;
import dev.sendonce.ledger.KeyedDigest;
import dev.sendonce.ledger.Ledger;
import dev.sendonce.ledger.LedgerSettings;
import dev.sendonce.ledger.Messages;
import dev.sendonce.ledger.MongoActiveSends;
import dev.sendonce.ledger.MongoConnection;
import dev.sendonce.ledger.MongoSendStore;
import dev.sendonce.ledger.NewSend;
import dev.sendonce.send.EmailAddress;
import dev.sendonce.send.RecipientField;
import dev.sendonce.send.RecipientOutcome;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import dev.sendonce.send.SendState;
import dev.sendonce.workflow.SendAttributes;
import dev.sendonce.workflow.SendResult;
import dev.sendonce.workflow.SendWorkflow;
import dev.sendonce.workflow.SendWorkflowImpl;
import dev.sendonce.workflow.TaskQueues;
import io.temporal.api.enums.v1.IndexedValueType;
import io.temporal.api.enums.v1.WorkflowIdReusePolicy;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DefaultDataConverter;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.testing.TestWorkflowExtension;
import io.temporal.worker.Worker;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/**
 * A whole node but for HTTP and sockets: the real ledger on an embedded MongoDB, the real
 * activities and workflow, a scripted relay. One clock for everything, the one that Temporal's test
 * server skips; MongoDB follows it, too.
 */
final class Scene implements AutoCloseable {
  static final Duration GUARD = Duration.ofMinutes(30);
  static final List<Duration> PROBES =
      List.of(
          Duration.ofSeconds(20),
          Duration.ofMinutes(1),
          Duration.ofMinutes(5),
          Duration.ofMinutes(15),
          Duration.ofHours(1),
          Duration.ofHours(6));

  private final TestWorkflowEnvironment temporal;
  private final VirtualClock clock;
  private final MongoServer mongo;
  private final MongoConnection connection;
  private final ActiveSends active;
  private final Ledger ledger;
  private final Messages messages;
  private final TestRelay relay = new TestRelay();
  private final TestEvidence evidence = new TestEvidence("imap");
  private final TestEvidence secondEvidence = new TestEvidence("log");
  private final Activities activities;
  private volatile SlowWork slowWork = SlowWork.NONE;

  Scene(TestWorkflowEnvironment temporal) {
    this.temporal = temporal;
    this.clock = new VirtualClock(temporal);
    this.mongo = new MongoServer(new MemoryBackend(clock));
    this.connection =
        MongoConnection.open("mongodb://127.0.0.1:" + mongo.bind().getPort(), "scene");
    this.active = new MongoActiveSends(connection.database());
    this.messages = new Messages(connection.database());
    this.ledger =
        new Ledger(
            new VirtualNowStore(new MongoSendStore(connection.database()), clock),
            active,
            clock,
            ledgerSettings());
    this.activities =
        new Activities(
            new Activities.Parts(
                ledger,
                messages,
                Map.of("default", relay),
                Map.of("default", List.of(evidence, secondEvidence)),
                send -> slowWork.afterAcceptance(send),
                new ProbeSchedule(PROBES),
                new DeliveryLimits(Duration.ofSeconds(30)),
                key -> {},
                URI.create("http://api.example"),
                "node-1",
                new MetricRegistry(),
                clock));
    Worker control = temporal.newWorker(TaskQueues.CONTROL);
    control.registerWorkflowImplementationTypes(SendWorkflowImpl.class);
    control.registerActivitiesImplementations(activities.ledger(), activities.verifying());
    temporal
        .newWorker(TaskQueues.relay("default"))
        .registerActivitiesImplementations(activities.delivery());
  }

  private static LedgerSettings ledgerSettings() {
    byte[] secret = "sixteen bytes or more".getBytes(StandardCharsets.UTF_8);
    return new LedgerSettings(
        GUARD, new KeyedDigest(secret), address -> address.toLowerCase(Locale.ROOT));
  }

  static TestWorkflowExtension extension() {
    return extension(DefaultDataConverter.newDefaultInstance());
  }

  static TestWorkflowExtension extension(DataConverter converter) {
    IndexedValueType keyword = IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD;
    return TestWorkflowExtension.newBuilder()
        .setWorkflowClientOptions(
            WorkflowClientOptions.newBuilder().setDataConverter(converter).build())
        .registerSearchAttribute(SendAttributes.STATE.getName(), keyword)
        .registerSearchAttribute(SendAttributes.REASON.getName(), keyword)
        .registerSearchAttribute(SendAttributes.CLIENT.getName(), keyword)
        .registerSearchAttribute(SendAttributes.BATCH.getName(), keyword)
        .registerSearchAttribute(
            SendAttributes.STUCK_SINCE.getName(), IndexedValueType.INDEXED_VALUE_TYPE_DATETIME)
        .setDoNotStart(true)
        .build();
  }

  Ledger ledger() {
    return ledger;
  }

  Messages messages() {
    return messages;
  }

  MongoDatabase database() {
    return connection.database();
  }

  ActiveSends active() {
    return active;
  }

  TestRelay relay() {
    return relay;
  }

  TestEvidence evidence() {
    return evidence;
  }

  TestEvidence secondEvidence() {
    return secondEvidence;
  }

  /** Temporal as the REST side and the sweeper see it. */
  TemporalEngine engine() {
    return new TemporalEngine(
        temporal.getWorkflowClient(),
        new TemporalSettings("in-process", "UnitTest", URI.create("http://ui.example")));
  }

  /** From now on. */
  void slowWork(SlowWork work) {
    slowWork = work;
  }

  Activities activities() {
    return activities;
  }

  VirtualClock clock() {
    return clock;
  }

  TestWorkflowEnvironment temporal() {
    return temporal;
  }

  /** Nothing answers any more. */
  void stopMongo() {
    mongo.shutdownNow();
  }

  /** Accepts a send to one person, now or later, without a workflow. */
  Send accept(Instant sendAt) {
    SendKey key = new SendKey("letter-" + UUID.randomUUID());
    String id = UUID.randomUUID().toString();
    TestMessage message =
        new TestMessage("<" + id + "@shop.example>", "Subject: Invoice\r\n\r\nHello\r\n");
    messages.store(id, key, message);
    Instant from = sendAt == null ? clock.instant() : sendAt;
    ledger.prepare(
        new NewSend(
            key,
            id,
            "shop",
            "default",
            null,
            new EmailAddress("billing", "shop.example"),
            List.of(
                new Send.Recipient(
                    "ann@example.org",
                    RecipientField.TO,
                    RecipientOutcome.PENDING,
                    null,
                    0,
                    null,
                    false,
                    false)),
            List.of(),
            message.messageId(),
            message.digest(),
            message.size(),
            false,
            sendAt,
            from.plus(Duration.ofHours(24)),
            Map.of(),
            Map.of(),
            null,
            false));
    return find(key);
  }

  Send accept() {
    return accept(null);
  }

  /** For tests without a workflow. */
  void startWorkers() {
    if (!temporal.isStarted()) {
      temporal.start();
    }
  }

  /** Starts the workflow as the REST side does. */
  SendWorkflow start(Send send) {
    startWorkers();
    new WorkflowStarts(temporal.getWorkflowClient())
        .start(send, WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_REJECT_DUPLICATE);
    return workflow(send);
  }

  SendWorkflow workflow(Send send) {
    return temporal.getWorkflowClient().newWorkflowStub(SendWorkflow.class, send.key().value());
  }

  SendResult result(Send send) {
    return temporal
        .getWorkflowClient()
        .newUntypedWorkflowStub(send.key().value())
        .getResult(SendResult.class);
  }

  Send find(SendKey key) {
    return ledger.find(key).orElseThrow();
  }

  Send await(Send send, SendState state) {
    return await(send, row -> row.state() == state);
  }

  Send await(Send send, Predicate<Send> seen) {
    return Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .pollInterval(Duration.ofMillis(20))
        .until(() -> find(send.key()), seen);
  }

  @Override
  public void close() {
    temporal.close();
    activities.close();
    connection.close();
    mongo.shutdownNow();
  }
}
