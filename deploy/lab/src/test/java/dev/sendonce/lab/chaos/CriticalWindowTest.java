package dev.sendonce.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sendonce.lab.engines.ApiClient;
import dev.sendonce.lab.engines.TestDeployment;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How long a relay's reply is known to one process only, as the node's own metric reports it. */
@Tag("long")
class CriticalWindowTest {
  private static final int SENDS = 300;
  private static final int CLIENTS = 4;
  private static final String METRIC = "sendonce.delivery.critical-window";

  /** Seconds after which a record is left to the workflow. */
  private static final double GIVEN_UP = 20;

  @TempDir private Path directory;

  @Test
  @Timeout(300)
  void isReportedForEveryReply() throws Exception {
    try (TestDeployment deployment = TestDeployment.start(directory.resolve("home"), "--no-demo")) {
      ApiClient api = deployment.api(1);
      postAll(api);
      await()
          .atMost(Duration.ofMinutes(2))
          .untilAsserted(
              () ->
                  assertThat(api.read("/v1/sends?limit=500&state=sent").get("items"))
                      .hasSize(SENDS));

      URI metrics = URI.create(deployment.runFile().at("/admin/0").asText() + "/metrics");
      JsonNode window;
      try (InputStream in = metrics.toURL().openStream()) {
        window = new ObjectMapper().readTree(in).get("timers").get(METRIC);
      }

      System.out.println(
          "critical window of "
              + SENDS
              + " sends from "
              + CLIENTS
              + " clients, in "
              + window.get("duration_units").asText()
              + ": p50 "
              + window.get("p50")
              + ", p99 "
              + window.get("p99")
              + ", longest "
              + window.get("max"));
      assertThat(window.get("count").asInt()).isEqualTo(SENDS);
      assertThat(window.get("p99").asDouble()).isPositive().isLessThan(GIVEN_UP);
    }
  }

  private static void postAll(ApiClient api) throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    try {
      List<Future<ApiClient.Answer>> answers = new ArrayList<>();
      for (int n = 0; n < SENDS; n++) {
        String key = "window-" + n;
        answers.add(
            clients.submit(
                () -> api.send(key, "app@example.test", key + "@example.test", "About " + key)));
      }
      for (Future<ApiClient.Answer> answer : answers) {
        assertThat(answer.get().status()).isEqualTo(202);
      }
    } finally {
      clients.shutdownNow();
    }
  }
}
