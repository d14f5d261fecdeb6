package dev.sendonce.lab.chaos;

import static dev.sendonce.lab.chaos.Behaviour.UNCERTAIN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sendonce.lab.chaos.LedgerNetwork.Side;
import dev.sendonce.lab.chaos.LedgerNetwork.Stop;
import dev.sendonce.lab.engines.ApiClient;
import dev.sendonce.lab.engines.TestDeployment;
import dev.sendonce.lab.mongo.MongoProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * SIGKILL at every write of an attempt with the settings of production. Nodes report nothing here:
 * the network to MongoDB stops at the write, and the node is killed before it can know.
 */
@Tag("long")
class ProductionCrashTest {
  private static final Duration PATIENCE = Duration.ofMinutes(6);

  /** Shorter than a node waits for an answer of MongoDB before it asks again. */
  private static final Duration UNNOTICED = Duration.ofMillis(2500);

  private static final int MOST_SENDS = 200;

  /** Kept when a test fails: logs, ledger, histories and the relay's journal tell why. */
  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path directory;

  private final Map<String, String> expected = new LinkedHashMap<>();
  private final List<String> accepted = new ArrayList<>();

  /**
   * A send that is stopped.
   *
   * @param end how it must end after the kill
   */
  private record Case(String recipient, Stop stop, String end) {}

  @Test
  @Timeout(1200)
  void sigkillAtEveryWriteWithProductionDefaults() throws Exception {
    Path home = directory.resolve("home");
    try (MongoProcess mongo = MongoProcess.start(directory.resolve("store.mv"));
        LedgerNetwork network = new LedgerNetwork(mongo.uri());
        TestDeployment deployment =
            TestDeployment.start(home, "--mongo", network.uri(), "--no-demo")) {
      killAt(deployment, network, "recording", recording());
      killAt(deployment, network, "latched", at("end_of_data", Side.AFTER, b -> UNCERTAIN));
      killAt(deployment, network, "unlatched", at("end_of_data", Side.BEFORE, Behaviour::end));
      killAt(deployment, network, "claimed", at("attempt_opened", Side.AFTER, Behaviour::end));
      killAt(deployment, network, "recorded", at("outcome_", Side.AFTER, Behaviour::end));
      killAt(deployment, network, "unclaimed", at("attempt_opened", Side.BEFORE, Behaviour::end));
      ApiClient api = deployment.api(1);
      accepted.forEach(key -> awaitEnd(api, key, expected.get(key)));
      Reckoning reckoning = Reckoning.of(api, accepted, home);
      reckoning.closes();
      System.out.printf(
          "SIGKILL at every write, production defaults: %s; %d killed at their write%n",
          reckoning, expected.size());
    }
  }

  /** One case for each behaviour of the relay. */
  private static List<Case> at(String step, Side side, Function<Behaviour, String> end) {
    return Stream.of(Behaviour.values())
        .map(
            behaviour ->
                new Case(behaviour.recipient(), new Stop(step, side), end.apply(behaviour)))
        .toList();
  }

  /** The relay has had its say, or has none, and nobody has recorded it; the work after it. */
  private static List<Case> recording() {
    List<Case> cases = new ArrayList<>(at("outcome_", Side.BEFORE, Behaviour::endWhenUnrecorded));
    for (Side side : Side.values()) {
      cases.add(new Case(Behaviour.KEEPS.recipient(), new Stop("completed", side), "sent"));
    }
    return cases;
  }

  /** Where the machine was too slow for the kill to be in time, half as many are tried at once. */
  private void killAt(
      TestDeployment deployment, LedgerNetwork network, String round, List<Case> cases)
      throws Exception {
    Map<String, String> ends = post(deployment.api(1), network, round, cases);
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(5))
        .until(() -> network.stopped().size() == cases.size() || isNoticed(network));
    deployment.kill("node-1");
    boolean inTime = network.stopped().size() == cases.size() && !isNoticed(network);
    network.forget();
    deployment.startDeadParts();
    if (inTime) {
      expected.putAll(ends);
      return;
    }
    assertThat(accepted).as("sends of rounds that were too slow").hasSizeLessThan(MOST_SENDS);
    int half = (cases.size() + 1) / 2;
    killAt(deployment, network, round + "a", cases.subList(0, half));
    if (half < cases.size()) {
      killAt(deployment, network, round + "b", cases.subList(half, cases.size()));
    }
  }

  private static boolean isNoticed(LedgerNetwork network) {
    return !network.stopped().isEmpty() && network.stoppedFor().compareTo(UNNOTICED) > 0;
  }

  /** All of them fall due at the same moment. */
  private Map<String, String> post(
      ApiClient api, LedgerNetwork network, String round, List<Case> cases) throws Exception {
    Map<String, String> ends = new LinkedHashMap<>();
    Instant due = Instant.now().plus(Duration.ofSeconds(3));
    for (int i = 0; i < cases.size(); i++) {
      Case one = cases.get(i);
      String key = round + "-" + i + "-" + one.stop().step() + one.stop().side();
      network.stopAt(key, one.stop());
      int status =
          api.post(
                  "/v1/sends",
                  key,
                  Map.of(
                      "from",
                      "sender@example.test",
                      "to",
                      List.of(one.recipient()),
                      "subject",
                      key,
                      "text",
                      "Hello.\n",
                      "sendAt",
                      due.toString()))
              .status();
      assertThat(status).as(key).isEqualTo(202);
      accepted.add(key);
      ends.put(key, one.end());
    }
    return ends;
  }

  /**
   * Back-offs of minutes are cut short, as an operator would. Where a later kill has met the next
   * attempt, too, any honest end will do.
   *
   * @param end null for any
   */
  private static void awaitEnd(ApiClient api, String key, String end) {
    await()
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(300))
        .ignoreExceptionsInstanceOf(IOException.class)
        .untilAsserted(
            () -> {
              if (api.get(key).at("/waitingFor/what").asText().equals("retry")) {
                api.post("/v1/sends/" + key + "/retry", null, Map.of());
              }
              String now = Reckoning.end(api.get(key));
              assertThat(now).as(key).isIn("sent", "not_sent", UNCERTAIN);
              if (end != null && !wasMetTwice(api, key)) {
                assertThat(now).as(key).isEqualTo(end);
              }
            });
  }

  private static boolean wasMetTwice(ApiClient api, String key) throws Exception {
    return StreamSupport.stream(
            api.read("/v1/sends/" + key + "/timeline?limit=500").get("items").spliterator(), false)
        .anyMatch(e -> e.get("cause").asText().equals("settled") && e.get("attempt").asInt() > 1);
  }
}
