package dev.sendonce.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sendonce.lab.engines.ApiClient;
import dev.sendonce.lab.engines.TestDeployment;
import dev.sendonce.lab.relay.Mailbox;
import dev.sendonce.lab.relay.journal.Journal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes with fifty sends in flight: told to stop one after the other, and killed. */
@Tag("long")
class RollingRestartTest {
  private static final int IN_FLIGHT = 50;
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final String SLOW_DOT = "slow-dot@fault.test";
  private static final String SLOW_DATA = "slow-data@fault.test";

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private static Path directory;

  private static TestDeployment deployment;

  @BeforeAll
  static void start() throws Exception {
    deployment =
        TestDeployment.start(
            directory.resolve("home"),
            Map.of(
                "SENDONCE_JAVA_OPTS",
                "-Ddw.lab=true -Ddw.relays.default.maxConnections="
                    + IN_FLIGHT
                    + " -Ddw.delivery.heartbeatTimeout=10s -Ddw.verification.probes=1s,3s,8s"
                    + " -Ddw.relays.default.retry.initial=1s"),
            "--nodes",
            "2",
            "--no-demo");
    define("slow-dot", "dot: keep, wait 20s, say \"250 2.0.0 Ok\\r\\n\"");
    define("slow-data", "data: wait 20s, say \"354 Go on\\r\\n\"");
  }

  @AfterAll
  static void stop() throws Exception {
    deployment.close();
  }

  @Test
  @Timeout(600)
  void aRollingRestartLeavesNothingUncertain() throws Exception {
    List<String> keys = new ArrayList<>();
    for (int node = 1; node <= 2; node++) {
      keys.addAll(inFlight(3 - node, "term-" + node, SLOW_DOT, SLOW_DATA));
      deployment.terminate("node-" + node);
      deployment.startDeadParts();
    }
    ApiClient api = deployment.api(1);
    for (String key : keys) {
      awaitState(api, key, "sent");
      assertThat(api.states(key)).as(key).doesNotContain("confirming", "unconfirmed");
    }
    Reckoning reckoning = Reckoning.of(api, keys, directory.resolve("home"));
    reckoning.closes();
    System.out.println("SIGTERM of both nodes: " + reckoning + ", none was ever uncertain");
  }

  @Test
  @Timeout(600)
  void afterSigkillExactlyThoseBetweenLatchAndRecordAreUncertain() throws Exception {
    List<String> keys = inFlight(2, "kill", SLOW_DOT, SLOW_DATA);
    deployment.kill("node-1");

    ApiClient api = deployment.api(2);
    Set<String> latched = new HashSet<>();
    int opened = 0;
    Journal journal = Journal.read(Mailbox.journal(directory.resolve("home/mail")));
    for (String key : keys) {
      JsonNode send = api.get(key);
      JsonNode attempt = send.get("attempts").get(0);
      boolean hit =
          attempt.get("node").asText().equals("node-1") && attempt.path("outcome").isNull();
      String to = send.at("/recipients/0/address").asText();
      if (hit && attempt.get("phase").asText().equals("end_of_data")) {
        latched.add(key);
        assertThat(journal.bodyCompleteNumber(send.get("id").asText(), to)).as(key).isOne();
      } else if (hit) {
        opened++;
        assertThat(journal.bodyCompleteNumber(send.get("id").asText(), to)).as(key).isZero();
      }
    }
    deployment.startDeadParts();

    Set<String> uncertain = new HashSet<>();
    for (String key : keys) {
      awaitState(api, key, "sent");
      if (api.states(key).contains("confirming")) {
        uncertain.add(key);
      }
    }
    assertThat(latched).isNotEmpty();
    assertThat(opened).isPositive();
    assertThat(uncertain).isEqualTo(latched);
    Reckoning reckoning = Reckoning.of(api, keys, directory.resolve("home"));
    reckoning.closes();
    System.out.printf(
        "SIGKILL of one node: %s; of its attempts %d were latched and %d not; %d were uncertain%n",
        reckoning, latched.size(), opened, uncertain.size());
  }

  /** Accepted by one node, and with the relay from both. */
  private static List<String> inFlight(int node, String prefix, String... recipients)
      throws Exception {
    ApiClient api = deployment.api(node);
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < IN_FLIGHT; i++) {
      String key = prefix + "-" + i;
      String to = recipients[i % recipients.length];
      assertThat(api.send(key, "sender@example.test", to, key).status()).isEqualTo(202);
      keys.add(key);
    }
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .until(
            () ->
                api.read("/v1/sends?limit=500&state=smtp_inflight").get("items").size()
                    == IN_FLIGHT);
    return keys;
  }

  private static void awaitState(ApiClient api, String key, String state) {
    await()
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(200))
        .ignoreExceptionsInstanceOf(java.io.IOException.class)
        .untilAsserted(() -> assertThat(api.state(key)).as(key).isEqualTo(state));
  }

  private static void define(String name, String script) throws Exception {
    String order =
        new com.fasterxml.jackson.databind.ObjectMapper()
            .writeValueAsString(Map.of("name", name, "script", script));
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(deployment.faultRelay() + "/scripts"))
            .POST(HttpRequest.BodyPublishers.ofString(order))
            .build();
    HttpResponse<String> answer =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
  }
}
