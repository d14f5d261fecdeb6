package dev.sendonce.lab.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sendonce.lab.engines.CuttingProxy.Cut;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A node, a real Postfix and a real Dovecot, and a network that fails at the dot: each evidence
 * source alone finds out what became of the letter. One relay per test, all the same Postfix: a
 * relay keeps its connections, and a cut is ordered for the next new one.
 */
@Tag("engines")
class EvidenceTest {
  private static final Duration SOON = Duration.ofSeconds(40);

  @TempDir private static Path directory;
  private static MailLab mail;
  private static CuttingProxy network;
  private static TestDeployment deployment;
  private static ApiClient api;

  @BeforeAll
  static void start() throws IOException {
    mail = MailLab.start();
    network = new CuttingProxy(Integer.parseInt(mail.smtpUrl().replaceAll(".*:", "")));
    String options =
        String.join(
            " ",
            "-Ddw.verification.probes=2s,4s,6s",
            relay("sent", "imap.url=" + mail.imapUrl("filed"), "imap.filesSentCopy=yes"),
            relay(
                "journal",
                "journal.address=carol@example.test",
                "journal.url=" + mail.imapUrl("carol")),
            relay(
                "bounces",
                "bounces.url=" + mail.imapUrl("all"),
                "bounces.domain=example.test",
                "bounces.every=1s"),
            relay("log", "relayLog.path=" + mail.log(), "relayLog.format=postfix"),
            relay("cut", "relayLog.path=" + mail.log(), "relayLog.format=postfix"),
            "-Ddw.relays.cut.retry.initial=1s",
            relay("blind"));
    deployment =
        TestDeployment.start(
            directory.resolve("home"),
            Map.of("SENDONCE_JAVA_OPTS", options),
            "--relay",
            mail.smtpUrl(),
            "--no-demo");
    api = deployment.api(1);
  }

  private static String relay(String name, String... evidence) {
    String path = "-Ddw.relays." + name + ".";
    StringBuilder options = new StringBuilder(path + "url=" + network.url());
    for (String setting : evidence) {
      options.append(' ').append(path).append("evidence.").append(setting);
    }
    return options.toString();
  }

  @AfterAll
  static void stop() throws Exception {
    for (AutoCloseable part : Arrays.asList(deployment, network, mail)) {
      if (part != null) {
        part.close();
      }
    }
  }

  private static void send(String key, String relay, String from, String to, String text)
      throws Exception {
    ApiClient.Answer answer =
        api.post(
            "/v1/sends",
            key,
            Map.of(
                "from", from,
                "to", List.of(to),
                "subject", key,
                "text", text,
                "relay", relay));
    assertThat(answer.status()).as(answer.body().toString()).isEqualTo(202);
  }

  private static JsonNode sentBy(String key, String source) {
    await().atMost(SOON).untilAsserted(() -> assertThat(api.state(key)).isEqualTo("sent"));
    JsonNode send = read(key);
    assertThat(send.path("attempts")).hasSize(1);
    assertThat(send.path("evidence").findValuesAsText("source")).contains(source);
    assertThat(send.path("attempts").get(0).path("outcome").asText()).isEqualTo("uncertain");
    return send;
  }

  private static JsonNode read(String key) {
    try {
      return api.get(key);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  private static long copies(String user, String subject) throws IOException {
    long copies = 0;
    for (Path file : mail.delivered(user)) {
      String text = Files.readString(file, StandardCharsets.ISO_8859_1);
      if (text.contains("Subject: " + subject)) {
        copies++;
      }
    }
    return copies;
  }

  @Test
  void theSentCopyAlone() throws Exception {
    network.order(Cut.REPLY_TO_THE_DOT);
    send("by-sent-copy", "sent", "filed@example.test", "alice@example.test", "Hello.\n");
    sentBy("by-sent-copy", "sent-copy");
    assertThat(copies("alice", "by-sent-copy")).isEqualTo(1);
  }

  @Test
  void theJournalAlone() throws Exception {
    network.order(Cut.REPLY_TO_THE_DOT);
    send("by-journal", "journal", "app@example.test", "alice@example.test", "Hello.\n");
    sentBy("by-journal", "journal");
    assertThat(copies("alice", "by-journal")).isEqualTo(1);
    assertThat(copies("carol", "by-journal")).isEqualTo(1);
  }

  @Test
  void aDeliveryReportAlone() throws Exception {
    network.order(Cut.REPLY_TO_THE_DOT);
    send("by-bounce", "bounces", "app@example.test", "bounced@example.test", "Hello.\n");
    sentBy("by-bounce", "bounces");
    await()
        .atMost(SOON)
        .untilAsserted(
            () ->
                assertThat(api.get("by-bounce").path("evidence").findValuesAsText("finding"))
                    .contains("accepted", "bounced"));
  }

  @Test
  void theRelaysLogAlone() throws Exception {
    network.order(Cut.REPLY_TO_THE_DOT);
    send("by-log", "log", "app@example.test", "alice@example.test", "Hello.\n");
    sentBy("by-log", "relay-log");
    assertThat(copies("alice", "by-log")).isEqualTo(1);
  }

  @Test
  void theLogProvesThatABodyWasCutAndTheLetterGoesAgain() throws Exception {
    network.order(Cut.BODY);
    String large = "a line of seventy characters or so, to be repeated often\n".repeat(90_000);
    send("cut", "cut", "app@example.test", "bob@example.test", large);
    await().atMost(SOON).untilAsserted(() -> assertThat(api.state("cut")).isEqualTo("sent"));
    JsonNode send = api.get("cut");
    assertThat(send.path("attempts")).hasSize(2);
    assertThat(send.path("evidence").findValuesAsText("finding")).contains("not_accepted");
    await().atMost(SOON).until(() -> copies("bob", "cut") == 1);
  }

  @Test
  void withoutEvidenceALostLetterIsNeverSentAgainByItself() throws Exception {
    network.order(Cut.BODY);
    String large = "a line of seventy characters or so, to be repeated often\n".repeat(90_000);
    int before = network.connections();
    send("lost", "blind", "app@example.test", "bob@example.test", large);
    await()
        .atMost(SOON)
        .untilAsserted(() -> assertThat(api.state("lost")).isEqualTo("unconfirmed"));
    assertThat(api.get("lost").path("attempts")).hasSize(1);
    assertThat(network.connections()).isEqualTo(before + 1);
    assertThat(copies("bob", "lost")).isZero();
  }
}
