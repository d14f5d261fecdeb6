package dev.sendonce.lab.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import dev.sendonce.lab.engines.ApiClient;
import dev.sendonce.lab.engines.Shell;
import dev.sendonce.lab.engines.TestDeployment;
import dev.sendonce.lab.mongo.EmbeddedMongo;
import dev.sendonce.lab.relay.Mailbox;
import dev.sendonce.lab.relay.journal.Journal;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Workflows that an operator ends, a second cluster on the same database, and a staging copy. */
@Tag("long")
class ForeignDatabaseTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final Map<String, String> QUICK =
      Map.of(
          "SENDONCE_JAVA_OPTS",
          "-Ddw.lab=true -Ddw.verification.probes=1s,2s -Ddw.relays.default.timeouts.endOfData=5s");

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path directory;

  @Test
  void aForeignNodeRefusesUntilAPersonAdopts() throws Exception {
    Path store = directory.resolve("store.mv");
    try (EmbeddedMongo mongo = EmbeddedMongo.start(store, "127.0.0.1", 0);
        TestDeployment ours = start("ours", mongo)) {
      ApiClient api = ours.api(1);
      String inAMonth = Instant.now().plus(Duration.ofDays(30)).toString();
      assertThat(post(api, "later", "ann@example.test", inAMonth).status()).isEqualTo(202);
      workflowsThatAnOperatorEndsComeBack(ours);
      try (TestDeployment other = start("other", mongo)) {
        assertRefuses(other);
        leaveTheOutboxAlone(ours, mongo);
        assertThat(post(api, "ours", "bob@example.test", null).status()).isEqualTo(202);
        await().atMost(SOON).until(() -> api.state("ours").equals("sent"));
        assertThat(bodies("other")).isZero();
      }
    }
    Path copy = directory.resolve("copy.mv");
    Files.copy(store, copy);
    try (EmbeddedMongo mongo = EmbeddedMongo.start(copy, "127.0.0.1", 0);
        TestDeployment staging = start("staging", mongo)) {
      assertRefuses(staging);
      write(mongo, "of-the-original");
      // a slow machine may need another try: the command is impatient with Temporal
      await().atMost(SOON).untilAsserted(() -> adoptRestored(staging, mongo));
      ApiClient api = staging.api(1);
      await()
          .atMost(SOON)
          .until(() -> post(api, "after-adopt", "cid@example.test", null).status() == 202);
      assertThat(api.state("later")).isEqualTo("unconfirmed");
      assertThat(status(mongo, "of-the-original")).isEqualTo(3);
      await().atMost(SOON).until(() -> api.state("after-adopt").equals("sent"));
      assertThat(bodies("staging")).isOne();
    }
  }

  /** Terminated and deleted runs come back, and what may have been sent is not sent again. */
  private void workflowsThatAnOperatorEndsComeBack(TestDeployment ours) throws Exception {
    ApiClient api = ours.api(1);
    assertThat(post(api, "doubtful", "no-reply-lost@fault.test", null).status()).isEqualTo(202);
    await().atMost(SOON).until(() -> api.state("doubtful").equals("unconfirmed"));
    try (Runs runs = new Runs(target(ours))) {
      for (String key : List.of("doubtful", "later")) {
        String first = await().atMost(SOON).until(() -> runs.open(key), r -> !r.isEmpty());
        runs.terminate(key);
        String second = await().atMost(SOON).until(() -> runs.open(key), r -> isNew(r, first));
        runs.delete(key);
        await().atMost(SOON).until(() -> runs.open(key), r -> isNew(r, second));
      }
    }
    assertThat(api.state("doubtful")).isEqualTo("unconfirmed");
    assertThat(api.state("later")).isEqualTo("prepared");
    assertThat(bodies("ours")).isOne();
  }

  private static boolean isNew(String run, String earlier) {
    return !run.isEmpty() && !run.equals(earlier);
  }

  private static void assertRefuses(TestDeployment deployment) throws Exception {
    ApiClient.Answer answer =
        await()
            .atMost(SOON)
            .until(
                () -> post(deployment.api(1), "refused", "dan@example.test", null),
                a -> a.status() == 503);
    assertThat(answer.text("type")).isEqualTo("/problems/not-adopted");
    assertThat(answer.text("detail")).contains("sendonce adopt --restored");
    assertThat(answer.headers().firstValue("Retry-After")).isPresent();
  }

  /** The owner's nodes stand still for a while; the other cluster must not deal with a document. */
  private static void leaveTheOutboxAlone(TestDeployment ours, EmbeddedMongo mongo)
      throws Exception {
    ours.freeze("node-1");
    write(mongo, "in-the-outbox");
    await()
        .during(Duration.ofSeconds(5))
        .atMost(SOON)
        .until(() -> status(mongo, "in-the-outbox") == 0);
    ours.thaw("node-1");
    await().atMost(SOON).until(() -> status(mongo, "in-the-outbox") == 2);
  }

  private static void write(EmbeddedMongo mongo, String key) {
    inDatabase(
        mongo,
        database ->
            database
                .getCollection("outbox")
                .insertOne(
                    new Document("_id", key)
                        .append("client", "shop")
                        .append("status", 0)
                        .append(
                            "request",
                            new Document("from", "app@example.test")
                                .append("to", List.of("eve@example.test"))
                                .append("text", key))));
  }

  /** Of a document that waits, or that has finished. */
  private static int status(EmbeddedMongo mongo, String key) {
    return inDatabase(
        mongo,
        database -> {
          Document waiting = database.getCollection("outbox").find(Filters.eq("_id", key)).first();
          Document found =
              waiting != null
                  ? waiting
                  : database.getCollection("outbox_finished").find(Filters.eq("_id", key)).first();
          return found.getInteger("status");
        });
  }

  private static <T> T inDatabase(EmbeddedMongo mongo, Function<MongoDatabase, T> work) {
    try (MongoClient client = MongoClients.create(mongo.uri())) {
      return work.apply(client.getDatabase("sendonce"));
    }
  }

  private TestDeployment start(String name, EmbeddedMongo mongo) throws IOException {
    return TestDeployment.start(
        directory.resolve(name), QUICK, "--mongo", mongo.uri(), "--no-demo");
  }

  private static ApiClient.Answer post(ApiClient api, String key, String to, String sendAt)
      throws Exception {
    Map<String, Object> letter =
        new java.util.HashMap<>(
            Map.of(
                "from", "app@example.test", "to", List.of(to), "subject", key, "text", "Hello.\n"));
    if (sendAt != null) {
      letter.put("sendAt", sendAt);
    }
    return api.post("/v1/sends", key, letter);
  }

  private static void adoptRestored(TestDeployment deployment, EmbeddedMongo mongo)
      throws IOException {
    Shell.Result result =
        Shell.run(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                Shell.root().resolve("api/target/sendonce.jar").toString(),
                "adopt",
                "--restored",
                "--config",
                Shell.root().resolve("deploy/config/sendonce.yml").toString()),
            Map.of("MONGO_URI", mongo.uri(), "TEMPORAL_TARGET", target(deployment)),
            SOON);
    assertThat(result.exitCode()).as(result.output()).isZero();
    assertThat(result.output()).contains("wait for a person's decision");
  }

  private static String target(TestDeployment deployment) throws IOException {
    URI temporal = URI.create("temporal://" + deployment.runFile().get("temporal").asText());
    return temporal.getHost() + ":" + temporal.getPort();
  }

  private int bodies(String name) throws IOException {
    Journal journal = Journal.read(Mailbox.journal(directory.resolve(name).resolve("mail")));
    return journal.bodies().size();
  }
}
