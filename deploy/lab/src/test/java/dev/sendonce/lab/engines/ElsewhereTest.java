package dev.sendonce.lab.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sendonce.lab.mongo.EmbeddedMongo;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes on a Temporal, a MongoDB, a Postfix and a Dovecot that run elsewhere. */
@Tag("engines")
class ElsewhereTest {
  private static final Duration SOON = Duration.ofSeconds(30);

  @TempDir private Path directory;

  @Test
  void sendsThroughPostfixIntoAMailboxOfDovecotWithTwoNodes() throws Exception {
    try (MailLab mail = MailLab.start();
        EmbeddedMongo mongo =
            EmbeddedMongo.start(directory.resolve("elsewhere.mv"), "127.0.0.1", 0);
        TemporalServer temporal = TemporalServer.start(directory.resolve("temporal"));
        TestDeployment deployment =
            TestDeployment.start(
                directory.resolve("home"),
                "--relay",
                mail.smtpUrl(),
                "--imap",
                mail.imapUrl("alice"),
                "--mongo",
                mongo.uri(),
                "--temporal",
                temporal.target(),
                "--nodes",
                "2",
                "--no-demo")) {
      assertThat(deployment.runFile().get("pids")).hasSize(2);
      ApiClient first = deployment.api(1);
      ApiClient second = deployment.api(2);

      assertThat(first.send("order/1", "app@example.test", "alice@example.test", "One").status())
          .isEqualTo(202);
      await()
          .atMost(SOON)
          .untilAsserted(() -> assertThat(second.state("order%2F1")).isEqualTo("sent"));
      ApiClient.Answer replay =
          second.send("order/1", "app@example.test", "alice@example.test", "One");

      assertThat(replay.status()).isEqualTo(200);
      assertThat(replay.headers().firstValue("Idempotency-Replayed")).contains("true");
      await().atMost(SOON).until(() -> !mail.delivered("alice").isEmpty());
      List<Path> letters = mail.delivered("alice");
      assertThat(letters).hasSize(1);
      assertThat(Files.readString(letters.get(0), StandardCharsets.UTF_8))
          .contains("Message-ID: " + replay.text("messageId"));
      assertThat(replay.body().at("/attempts/0/queueId").asText()).isNotEmpty();
      assertThat(Files.readString(mail.log()))
          .contains(replay.body().at("/attempts/0/queueId").asText() + ": removed");
    }
  }

  @Test
  void endsWhatPostfixRefusesAndRetriesWhatItDefers() throws Exception {
    try (MailLab mail = MailLab.start();
        TestDeployment deployment =
            TestDeployment.start(
                directory.resolve("home"),
                Map.of(
                    "SENDONCE_JAVA_OPTS",
                    "-Ddw.relays.default.retry.initial=1s -Ddw.relays.default.retry.maximum=1s"),
                "--relay",
                mail.smtpUrl(),
                "--no-demo")) {
      ApiClient api = deployment.api(1);
      assertThat(deployment.runFile().get("imap").isNull()).isTrue();

      api.send("refused", "app@example.test", "refused@example.test", "No");
      api.send("later", "app@example.test", "later@example.test", "Not yet");

      await()
          .atMost(SOON)
          .untilAsserted(() -> assertThat(api.state("refused")).isEqualTo("not_sent"));
      await()
          .atMost(SOON)
          .untilAsserted(() -> assertThat(api.get("later").get("epoch").asInt()).isGreaterThan(1));
      JsonNode later = api.get("later");
      assertThat(later.get("state").asText()).isIn("prepared", "smtp_inflight");
      assertThat(later.at("/recipients/0/reply/code").asInt()).isEqualTo(450);
      assertThat(api.get("refused").at("/recipients/0/reply/code").asInt()).isEqualTo(550);
    }
  }

  @Test
  void logsInOverStartTlsWithTheUserOfTheRelayUrl() throws Exception {
    try (MailLab mail = MailLab.start();
        TestDeployment deployment =
            TestDeployment.start(
                directory.resolve("home"),
                Map.of(
                    "SENDONCE_JAVA_OPTS",
                    "-Ddw.relays.default.trustedCertificates=" + mail.certificate()),
                "--relay",
                "smtp://app:" + mail.password() + "@127.0.0.1:" + mail.submissionPort(),
                "--no-demo")) {
      ApiClient api = deployment.api(1);

      api.send("private", "app@example.test", "bob@example.test", "Through TLS");

      await().atMost(SOON).untilAsserted(() -> assertThat(api.state("private")).isEqualTo("sent"));
      await().atMost(SOON).until(() -> mail.delivered("bob").size() == 1);
      assertThat(deployment.process("node-1").info().commandLine().orElse(""))
          .doesNotContain(":" + mail.password() + "@");
    }
  }
}
