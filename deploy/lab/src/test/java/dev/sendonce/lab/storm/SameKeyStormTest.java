package dev.sendonce.lab.storm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sendonce.lab.engines.ApiClient;
import dev.sendonce.lab.engines.TestDeployment;
import dev.sendonce.lab.mongo.EmbeddedMongo;
import dev.sendonce.lab.proxy.Line;
import dev.sendonce.lab.proxy.MongoProxy;
import dev.sendonce.lab.relay.journal.Journal;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many clients post the same key at the same moment to two nodes, round after round: one of them is
 * told that the send was accepted, the others that it was before, Temporal has one workflow, and
 * the relay reads one body.
 */
@Tag("engines")
class SameKeyStormTest {
  private static final String IMPATIENT =
      "-Ddw.lab=true -Ddw.relays.default.retry.initial=1s -Ddw.relays.default.retry.maximum=2s";
  private static final long SEED = System.nanoTime();
  private static final double CUT_SHARE = 0.02;

  /** Kept when a test fails. */
  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path directory;

  @Test
  void fortyClientsGetOneAcceptance() throws Exception {
    sound(40, 5);
  }

  @Test
  @Tag("long")
  void twoHundredClientsGetOneAcceptanceInEachOfFiftyRounds() throws Exception {
    sound(200, 50);
  }

  @Test
  @Tag("long")
  void fortyClientsGetOneAcceptanceWhileConnectionsToMongoAreCut() throws Exception {
    cutting(40, 5);
  }

  @Test
  @Tag("long")
  void twoHundredClientsGetOneAcceptanceWhileConnectionsToMongoAreCut() throws Exception {
    cutting(200, 50);
  }

  private void sound(int clients, int rounds) throws Exception {
    try (TestDeployment deployment =
            TestDeployment.start(
                home(), Map.of("SENDONCE_JAVA_OPTS", IMPATIENT), "--nodes", "2", "--no-demo");
        StubbornClients storm = storm(deployment, clients)) {
      for (int round = 0; round < rounds; round++) {
        List<ApiClient.Answer> answers = storm.post(key(round), recipient(round));
        assertThat(statuses(answers)).isEqualTo(Map.of(202, 1L, 200, clients - 1L));
        assertReplays(answers);
      }
      assertThat(storm.unfinishedByStatus().keySet()).as("other answers").isSubsetOf(409);
      assertOneOfEach(deployment, rounds);
    }
  }

  private void cutting(int clients, int rounds) throws Exception {
    System.out.println("seed " + SEED);
    try (EmbeddedMongo mongo = EmbeddedMongo.start(directory.resolve("store.mv"), "127.0.0.1", 0);
        MongoProxy network = new MongoProxy(mongo.address().getPort());
        TestDeployment deployment =
            TestDeployment.start(
                home(),
                Map.of("SENDONCE_JAVA_OPTS", IMPATIENT),
                "--mongo",
                network.uri(),
                "--nodes",
                "2",
                "--no-demo");
        StubbornClients storm = storm(deployment, clients)) {
      network.use(Line.cuttingAtRandom(SEED, CUT_SHARE));
      for (int round = 0; round < rounds; round++) {
        List<ApiClient.Answer> answers = storm.post(key(round), recipient(round));
        // the answer that said 202 may itself have become a 503, and then nobody hears it
        assertThat(statuses(answers).keySet()).isSubsetOf(200, 202);
        assertThat(statuses(answers).getOrDefault(202, 0L)).isLessThanOrEqualTo(1);
        assertReplays(answers);
      }
      network.use(Line.SOUND);
      System.out.println(
          network.cuts() + " cuts; answers before the last: " + storm.unfinishedByStatus());
      assertThat(network.cuts()).isPositive();
      assertThat(storm.unfinishedByStatus().keySet()).isSubsetOf(409, 503);
      assertOneOfEach(deployment, rounds);
    }
  }

  private Path home() {
    return directory.resolve("home");
  }

  private static String key(int round) {
    return "storm-" + round;
  }

  private static String recipient(int round) {
    return "storm-" + round + "@example.test";
  }

  private static StubbornClients storm(TestDeployment deployment, int clients) throws IOException {
    return new StubbornClients(List.of(deployment.api(1), deployment.api(2)), clients);
  }

  private static Map<Integer, Long> statuses(List<ApiClient.Answer> answers) {
    return answers.stream()
        .collect(Collectors.groupingBy(ApiClient.Answer::status, Collectors.counting()));
  }

  private static void assertReplays(List<ApiClient.Answer> answers) {
    assertThat(answers.stream().map(answer -> answer.text("id")).distinct())
        .hasSize(1)
        .doesNotContain("");
    assertThat(answers)
        .filteredOn(answer -> answer.status() == 200)
        .allSatisfy(
            answer ->
                assertThat(answer.headers().firstValue("Idempotency-Replayed")).contains("true"));
  }

  private void assertOneOfEach(TestDeployment deployment, int rounds) throws Exception {
    ApiClient api = deployment.api(1);
    for (int round = 0; round < rounds; round++) {
      String key = key(round);
      await()
          .atMost(Duration.ofMinutes(2))
          .ignoreExceptionsInstanceOf(IOException.class)
          .untilAsserted(() -> assertThat(api.state(key)).isEqualTo("sent"));
    }
    Journal journal = Journal.read(home().resolve("mail/journal"));
    assertThat(journal.bodyCompleteNumbers())
        .hasSize(rounds)
        .allSatisfy((send, n) -> assertThat(n).isOne());
    try (Workflows workflows = new Workflows(deployment.runFile().get("temporal").asText())) {
      await()
          .atMost(Duration.ofSeconds(30))
          .untilAsserted(() -> assertThat(workflows.runsByKey()).hasSize(rounds));
      assertThat(workflows.runsByKey()).allSatisfy((key, runs) -> assertThat(runs).isOne());
    }
  }
}
