package dev.sendonce.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sendonce.lab.engines.ApiClient;
import dev.sendonce.lab.engines.TestDeployment;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * kill -9 of node, Temporal and MongoDB in turns while sends are being accepted and delivered:
 * nothing acknowledged is missing or goes out twice, and what is shown agrees with the relay.
 */
@Tag("engines")
class CrashTest {
  private static final List<String> VICTIMS = List.of("node-1", "temporal", "mongo");
  private static final int SENDS_PER_KILL = 10;
  private static final int CLIENTS = 4;
  private static final long SEED = System.nanoTime();

  /** Shorter than in production, so that a dead node is noticed within the test. */
  private static final String IMPATIENT =
      "-Ddw.lab=true -Ddw.delivery.heartbeatTimeout=3s -Ddw.verification.probes=1s,3s,6s,12s"
          + " -Ddw.relays.default.retry.initial=1s -Ddw.relays.default.retry.maximum=2s";

  /** Kept when a test fails: logs, ledger, histories and the relay's journal tell why. */
  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path directory;

  @Test
  void neitherLosesNorDoublesAnyOfThirtySends() throws Exception {
    crash(3);
  }

  @Test
  @Tag("long")
  void neitherLosesNorDoublesAnyOfFiveHundredSends() throws Exception {
    crash(50);
  }

  private void crash(int kills) throws Exception {
    System.out.println("seed " + SEED);
    Random random = new Random(SEED);
    Path home = directory.resolve("home");
    try (TestDeployment deployment =
        TestDeployment.start(home, Map.of("SENDONCE_JAVA_OPTS", IMPATIENT), "--no-demo")) {
      ApiClient api = deployment.api(1);
      for (int kill = 0; kill < kills; kill++) {
        String victim = VICTIMS.get(kill % VICTIMS.size());
        killWhilePosting(deployment, api, victim, kill, random.nextInt(SENDS_PER_KILL) + 1);
      }
      for (String key : keys(kills)) {
        await()
            .atMost(Duration.ofMinutes(2))
            .pollDelay(Duration.ZERO)
            .pollInterval(Duration.ofMillis(200))
            .ignoreExceptionsInstanceOf(IOException.class)
            .untilAsserted(() -> assertThat(api.state(key)).isIn("sent", "unconfirmed"));
      }
      Reckoning reckoning = Reckoning.of(api, keys(kills), home);
      reckoning.closes();
      assertThat(keys(kills))
          .filteredOn(key -> reckoning.end(key).equals(Behaviour.UNCERTAIN))
          .allSatisfy(key -> assertThat(reckoning.bodies(key)).as(key).isZero());
      System.out.println(
          kills + " kills: " + reckoning + " (uncertain: killed between latch and dot)");
    }
  }

  private static List<String> keys(int kills) {
    return IntStream.range(0, kills * SENDS_PER_KILL).mapToObj(n -> "crash-" + n).toList();
  }

  /** Posts a batch and kills the victim as soon as some of it were acknowledged. */
  private static void killWhilePosting(
      TestDeployment deployment, ApiClient api, String victim, int batch, int acknowledgements)
      throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    CountDownLatch some = new CountDownLatch(acknowledgements);
    CountDownLatch all = new CountDownLatch(SENDS_PER_KILL);
    try {
      for (int n = 0; n < SENDS_PER_KILL; n++) {
        String key = "crash-" + (batch * SENDS_PER_KILL + n);
        clients.execute(
            () -> {
              postUntilAcknowledged(api, key);
              some.countDown();
              all.countDown();
            });
      }
      assertThat(some.await(2, TimeUnit.MINUTES)).isTrue();
      deployment.kill(victim);
      deployment.startDeadParts();
      assertThat(all.await(2, TimeUnit.MINUTES)).as("all of batch " + batch + " accepted").isTrue();
    } finally {
      clients.shutdownNow();
    }
  }

  /** As a client with a retry policy does: the same key until there is an answer. */
  private static void postUntilAcknowledged(ApiClient api, String key) {
    await()
        .atMost(Duration.ofMinutes(2))
        .pollInterval(Duration.ofMillis(100))
        .ignoreExceptions()
        .untilAsserted(
            () ->
                assertThat(api.send(key, "app@example.test", key + "@example.test", key).status())
                    .isIn(200, 202));
  }
}
