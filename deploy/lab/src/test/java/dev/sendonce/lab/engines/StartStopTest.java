package dev.sendonce.lab.engines;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** The life of one home, in order: start, look, hurt, stop, start again. */
@Tag("engines")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class StartStopTest {
  private static final List<String> PARTS = List.of("mailbox", "mongo", "node-1", "temporal");
  @TempDir private static Path directory;
  private static Path home;
  private static TestDeployment deployment;

  @BeforeAll
  static void start() throws IOException {
    home = directory.resolve("home");
    deployment = TestDeployment.start(home);
  }

  @AfterAll
  static void stop() throws IOException {
    deployment.close();
  }

  @Test
  @Order(1)
  void writesRunJsonWithExactlyTheAgreedFields() throws IOException {
    JsonNode run = deployment.runFile();

    assertThat(names(run))
        .containsExactlyInAnyOrder(
            "api", "admin", "temporal", "ui", "mongo", "smtp", "imap", "apiKey", "pids");
    assertThat(names(run.get("pids"))).containsExactlyInAnyOrderElementsOf(PARTS);
    String api = run.get("api").get(0).asText();
    assertThat(deployment.output().lines()).contains("ready " + api);
    int base = URI.create(api).getPort() / 100 * 100;
    assertThat(
            Stream.of(
                    api,
                    run.get("admin").get(0).asText(),
                    "tcp://" + run.get("temporal").asText(),
                    run.get("ui").asText(),
                    run.get("mongo").asText(),
                    run.get("smtp").asText(),
                    run.get("imap").asText())
                .map(uri -> URI.create(uri).getPort()))
        .allSatisfy(port -> assertThat(port).isBetween(base, base + 99))
        .doesNotHaveDuplicates();
  }

  @Test
  @Order(2)
  void recordsTheProcessesThemselves() throws IOException {
    for (String part : PARTS) {
      String program = part.equals("temporal") ? "temporal" : "java";
      assertThat(deployment.process(part).info().command()).get().asString().endsWith(program);
    }
  }

  @Test
  @Order(3)
  void deliversTheDemonstrationLetterByteForByte() throws Exception {
    JsonNode send = deployment.api(1).get(demonstrationKey());
    byte[] frozen = deployment.api(1).message(demonstrationKey());
    URI imap = URI.create(deployment.runFile().get("imap").asText());

    assertThat(send.get("state").asText()).isEqualTo("sent");
    List<byte[]> inbox = ImapBox.messages(imap, "you@example.test", "any", "INBOX");
    assertThat(inbox).hasSize(1);
    assertThat(new String(inbox.get(0), UTF_8))
        .contains("Message-ID: " + send.get("messageId").asText());
    assertThat(sha256(frozen)).isEqualTo(send.get("digest").asText());
    assertThat(inbox.get(0)).endsWith(frozen);
    assertThat(ImapBox.messages(imap.toString(), "INBOX")).hasSize(1);
    assertThat(ImapBox.messages(imap.toString(), "Sent")).hasSize(1);
  }

  @Test
  @Order(4)
  void showsTheWorkflowUnderItsKeyInTheTemporalUi() throws IOException {
    String url =
        deployment.runFile().get("ui").asText()
            + "/api/v1/namespaces/default/workflows/"
            + demonstrationKey();

    JsonNode workflow = new ObjectMapper().readTree(URI.create(url).toURL().openStream());

    assertThat(workflow.at("/workflowExecutionInfo/execution/workflowId").asText())
        .isEqualTo(demonstrationKey());
    assertThat(workflow.at("/workflowExecutionInfo/status").asText()).contains("COMPLETED");
  }

  @Test
  @Order(4)
  void showsEveryFigureThatAlertsAndDashboardAskFor() throws Exception {
    ApiClient api = deployment.api(1);
    api.send("watched", "app@example.test", "no-reply-kept@fault.test", "watched");
    await().until(() -> api.state("watched").equals("confirming"));
    api.post("/v1/sends/watched/verification", null, Map.of());
    await().until(() -> api.state("watched").equals("sent"));
    URI page = URI.create(deployment.runFile().get("admin").get(0).asText() + "/prometheus");
    List<String> wanted = new ArrayList<>();
    for (String file : List.of("alert-rules.yml", "dashboard.json")) {
      String text = Files.readString(Path.of("../grafana", file));
      Pattern.compile("sendonce_[a-z_]+")
          .matcher(text)
          .results()
          .forEach(m -> wanted.add(m.group()));
    }

    assertThat(wanted).hasSizeGreaterThan(10);
    await()
        .untilAsserted(
            () ->
                assertThat(new String(page.toURL().openStream().readAllBytes(), UTF_8).lines())
                    .extracting(line -> line.split("[{ ]", 2)[0])
                    .containsAll(wanted));
  }

  @Test
  @Order(5)
  void reportsADeadPartAndRestartsItOnlyWhenStartedAgain() throws Exception {
    String mongo = deployment.runFile().get("mongo").asText();
    long dead = deployment.process("mongo").pid();
    deployment.kill("mongo");
    deployment.kill("node-1");

    await()
        .untilAsserted(
            () ->
                assertThat(deployment.output()).contains("mongo (process " + dead + ") has ended"));
    deployment.startDeadParts();

    assertThat(deployment.process("mongo").pid()).isNotEqualTo(dead);
    assertThat(deployment.runFile().get("mongo").asText()).isEqualTo(mongo);
    assertThat(deployment.api(1).state(demonstrationKey())).isEqualTo("sent");
  }

  @Test
  @Order(6)
  void stopsEverythingItBeganWithinAMinuteWhateverIsDead() throws Exception {
    List<ProcessHandle> processes = new ArrayList<>(List.of(deployment.launcher().toHandle()));
    for (String part : PARTS) {
      processes.add(deployment.process(part));
    }
    deployment.kill("temporal");

    long begun = System.nanoTime();
    assertThat(deployment.stop().exitCode()).isZero();

    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(60));
    // A part that a second start began belongs to the system by now, which reaps it in a moment.
    await().until(() -> processes.stream().noneMatch(ProcessHandle::isAlive));
    assertThat(home.resolve("run.json")).doesNotExist();
    assertThat(deployment.stop().output()).contains("nothing runs");
  }

  @Test
  @Order(7)
  void continuesWithItsDataWhenStartedAgain() throws Exception {
    String messageId = readDemonstrationMessageId();
    deployment = TestDeployment.start(home);

    System.out.println("warm start: " + deployment.startTime().toMillis() + " ms to ready");
    assertThat(deployment.output()).contains(demonstrationKey() + " sent").contains("replay");
    assertThat(deployment.api(1).get(demonstrationKey()).get("messageId").asText())
        .isEqualTo(messageId);
    URI imap = URI.create(deployment.runFile().get("imap").asText());
    assertThat(ImapBox.messages(imap, "you@example.test", "any", "INBOX")).hasSize(1);
    assertThat(deployment.startTime()).isLessThan(Duration.ofSeconds(40));
  }

  @Test
  @Order(8)
  void endsEverythingOnCtrlC() throws Exception {
    List<Optional<ProcessHandle>> processes = new ArrayList<>();
    for (JsonNode pid : deployment.runFile().get("pids")) {
      processes.add(ProcessHandle.of(pid.asLong()));
    }
    new ProcessBuilder("kill", "-INT", Long.toString(deployment.launcher().pid())).start();

    await().atMost(Duration.ofSeconds(60)).until(() -> !deployment.launcher().isAlive());
    assertThat(processes).allMatch(Optional::isPresent);
    assertThat(processes).noneMatch(process -> process.get().isAlive());
  }

  private static String demonstrationKey() throws IOException {
    return new ObjectMapper()
        .readTree(home.resolve("demonstration.json").toFile())
        .get("key")
        .asText();
  }

  /** From the mail files: the deployment is stopped. */
  /** From the recipient's inbox, because the deployment is down when it is asked for. */
  private static String readDemonstrationMessageId() throws IOException {
    try (Stream<Path> files = Files.walk(home.resolve("mail"))) {
      for (Path letter : files.filter(f -> f.toString().endsWith(".eml")).toList()) {
        List<String> lines = Files.readAllLines(letter);
        if (lines.contains("To: you@example.test")) {
          return lines.stream()
              .filter(line -> line.startsWith("Message-ID: "))
              .findFirst()
              .orElseThrow()
              .substring("Message-ID: ".length());
        }
      }
    }
    throw new AssertionError("no demonstration letter in " + home);
  }

  private static List<String> names(JsonNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private static String sha256(byte[] bytes) throws Exception {
    return "sha256:" + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }
}
