package dev.sendonce.lab.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the service answers while one of its engines is away. */
@Tag("engines")
class OutageTest {
  @TempDir private static Path directory;
  private static TestDeployment deployment;

  @BeforeAll
  static void start() throws IOException {
    deployment = TestDeployment.start(directory.resolve("home"), "--no-demo");
  }

  @AfterAll
  static void stop() throws IOException {
    deployment.close();
  }

  @Test
  void acceptsNothingWithoutMongo() throws Exception {
    ApiClient api = deployment.api(1);
    deployment.kill("mongo");

    long begun = System.nanoTime();
    ApiClient.Answer answer = send(api, "no-ledger");

    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.headers().firstValue("Retry-After")).isPresent();
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(10));
    deployment.startDeadParts();
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> assertThat(send(api, "no-ledger").status()).isEqualTo(202));
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> assertThat(api.state("no-ledger")).isEqualTo("sent"));
  }

  @Test
  void acceptsWithoutTemporalAndSendsWhenItIsBack() throws Exception {
    ApiClient api = deployment.api(1);
    deployment.kill("temporal");

    long begun = System.nanoTime();
    ApiClient.Answer answer = send(api, "no-engine");

    assertThat(answer.status()).isEqualTo(202);
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(5));
    assertThat(answer.body().at("/waitingFor/what").asText()).isEqualTo("engine");
    deployment.startDeadParts();
    await()
        .atMost(Duration.ofMinutes(2))
        .untilAsserted(() -> assertThat(api.state("no-engine")).isEqualTo("sent"));
    assertThat(
            ImapBox.messages(deployment.runFile().get("imap").asText(), "INBOX").stream()
                .filter(letter -> new String(letter, StandardCharsets.UTF_8).contains("no-engine")))
        .hasSize(1);
  }

  private static ApiClient.Answer send(ApiClient api, String key)
      throws IOException, InterruptedException {
    return api.send(key, "app@example.test", key + "@example.test", key);
  }
}
