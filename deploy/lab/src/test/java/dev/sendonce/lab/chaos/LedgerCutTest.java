package dev.sendonce.lab.chaos;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * MongoDB cut off at every write of a send, before the write reached it and after it was applied
 * but not answered: nothing goes out twice, nothing is claimed that nobody knows, and all goes on
 * when the network is back.
 */
class LedgerCutTest {
  private static final List<String> WRITES =
      List.of("prepared", "attempt_opened", "end_of_data", "outcome_", "completed");
  private static final List<String> WRITES_OF_AN_ATTEMPT =
      List.of("attempt_opened", "end_of_data", "outcome_");
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Shorter than the ledger's own patience. */
  private static final Duration BLINK = Duration.ofMillis(500);

  /** Longer than anything in a node waits for the ledger. */
  private static final Duration OUTAGE = Duration.ofSeconds(30);

  /** Kept when a test fails: logs, ledger, histories and the relay's journal tell why. */
  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path directory;

  @Test
  @Tag("engines")
  @Timeout(300)
  void aBlinkAtAnyWriteIsOutlived() throws Exception {
    cutAt(WRITES, BLINK);
  }

  @Test
  @Tag("long")
  @Timeout(900)
  void anOutageAtAnyWriteOfAnAttemptIsOutlived() throws Exception {
    cutAt(WRITES_OF_AN_ATTEMPT, OUTAGE);
  }

  private void cutAt(List<String> writes, Duration outage) throws Exception {
    Path home = directory.resolve("home");
    try (MongoProcess mongo = MongoProcess.start(directory.resolve("store.mv"));
        LedgerNetwork network = new LedgerNetwork(mongo.uri());
        TestDeployment deployment =
            TestDeployment.start(
                home,
                Map.of(
                    "SENDONCE_JAVA_OPTS",
                    "-Ddw.lab=true -Ddw.relays.default.retry.initial=1s"
                        + " -Ddw.relays.default.retry.maximum=2s"),
                "--mongo",
                network.uri(),
                "--no-demo")) {
      ApiClient api = deployment.api(1);
      List<String> keys = new ArrayList<>();
      for (String write : writes) {
        for (Side side : Side.values()) {
          String key = "cut-" + side.name().toLowerCase(Locale.ROOT) + "-" + write;
          keys.add(key);
          cutAt(network, api, key, new Stop(write, side), outage);
        }
      }
      for (String key : keys) {
        await()
            .atMost(PATIENCE)
            .pollDelay(Duration.ZERO)
            .pollInterval(Duration.ofMillis(100))
            .ignoreExceptionsInstanceOf(IOException.class)
            .untilAsserted(() -> assertThat(api.state(key)).as(key).isEqualTo("sent"));
        assertThat(api.states(key)).as(key).doesNotContain("confirming");
      }
      Reckoning reckoning = Reckoning.of(api, keys, home);
      reckoning.closes();
      System.out.println("MongoDB cut off for " + outage + " at every write: " + reckoning);
    }
  }

  private static void cutAt(
      LedgerNetwork network, ApiClient api, String key, Stop stop, Duration outage)
      throws Exception {
    network.stopAt(key, stop);
    CompletableFuture<Void> accepted =
        CompletableFuture.runAsync(() -> postUntilAcknowledged(api, key));
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(5))
        .until(() -> network.stopped().contains(key));
    network.cut();
    long begun = System.nanoTime();
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> System.nanoTime() - begun > outage.toNanos());
    network.mend();
    accepted.join();
  }

  /** As a client with a retry policy does: the same key until there is an answer. */
  private static void postUntilAcknowledged(ApiClient api, String key) {
    await()
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(100))
        .ignoreExceptions()
        .untilAsserted(
            () ->
                assertThat(api.send(key, "app@example.test", "ann@example.test", key).status())
                    .isIn(200, 202));
  }
}
