package dev.sendonce.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sendonce.lab.engines.ApiClient;
import dev.sendonce.lab.engines.TestDeployment;
import dev.sendonce.lab.relay.Mailbox;
import dev.sendonce.lab.relay.journal.Journal;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real processes, killed or frozen at every named point of an attempt, for each behaviour of the
 * relay at the final dot. The oracle is the relay's own journal, written by its own process.
 */
class CrashMatrixTest {
  private static final List<String> POINTS =
      List.of("claimed", "before-latch", "latched", "replied");
  private static final Set<String> AT_REST = Set.of("sent", "not_sent", "unconfirmed");
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** The relay's behaviours: the recipient chooses the script. */
  private static final Map<String, String> BEHAVIOURS = behaviours();

  private static Map<String, String> behaviours() {
    Map<String, String> behaviours = new LinkedHashMap<>();
    behaviours.put("keeps", "ann@example.test");
    behaviours.put("refuses", "550-dot@fault.test");
    behaviours.put("defers", "451-twice-then-250@fault.test");
    behaviours.put("silent-kept", "no-reply-kept@fault.test");
    behaviours.put("silent-lost", "no-reply-lost@fault.test");
    return behaviours;
  }

  @TempDir Path directory;

  @Test
  @Tag("engines")
  @Timeout(300)
  void aNodeKilledBetweenTheLatchAndTheDotLeavesAnHonestSendAndNoBody() throws Exception {
    try (PointListener points = new PointListener();
        TestDeployment deployment = start(points, 1)) {
      killAt("latched", points, deployment);
    }
  }

  @Test
  @Tag("long")
  @Timeout(900)
  void sigkillAtEveryPointForEveryBehaviourOfTheRelay() throws Exception {
    try (PointListener points = new PointListener();
        TestDeployment deployment = start(points, 1)) {
      for (String point : POINTS) {
        killAt(point, points, deployment);
      }
    }
  }

  @Test
  @Tag("long")
  @Timeout(900)
  void sigstopPastEveryDeadlineAtEveryPointAndThenSigcont() throws Exception {
    try (PointListener points = new PointListener();
        TestDeployment deployment = start(points, 2)) {
      for (String point : POINTS) {
        freezeAt(point, points, deployment);
      }
    }
  }

  private void killAt(String point, PointListener points, TestDeployment deployment)
      throws Exception {
    points.arm(point);
    for (Map.Entry<String, String> behaviour : BEHAVIOURS.entrySet()) {
      String key = point + "-" + behaviour.getKey();
      assertThat(send(deployment.api(1), key, behaviour.getValue()).status()).isEqualTo(202);
    }
    await().atMost(PATIENCE).until(() -> points.held().size() == BEHAVIOURS.size());
    deployment.kill("node-1");
    points.disarm();
    deployment.startDeadParts();
    for (String behaviour : BEHAVIOURS.keySet()) {
      JsonNode send = atRest(deployment.api(1), point + "-" + behaviour);
      assertThat(send.get("state").asText())
          .as(point + "-" + behaviour)
          .isEqualTo(afterKill(point, behaviour));
      assertThat(bodies(send))
          .as("bodies of %s-%s", point, behaviour)
          .isLessThanOrEqualTo(point.equals("latched") ? 0 : 1);
    }
  }

  /** What the design demands: proof of non-acceptance before the latch, honesty after it. */
  private static String afterKill(String point, String behaviour) {
    boolean provable = point.equals("claimed") || point.equals("before-latch");
    if (provable && behaviour.equals("refuses")) {
      return "not_sent";
    }
    if (provable && (behaviour.equals("keeps") || behaviour.equals("defers"))) {
      return "sent";
    }
    boolean kept = behaviour.equals("keeps") || behaviour.equals("silent-kept");
    return kept && !point.equals("latched") ? "sent" : "unconfirmed";
  }

  private void freezeAt(String point, PointListener points, TestDeployment deployment)
      throws Exception {
    long frozen = deployment.process("node-1").pid();
    points.arm(point);
    int letters = 0;
    do {
      String key = "freeze-" + point + "-" + letters++;
      send(deployment.api(2), key, "ann@example.test");
      int sent = letters;
      await().atMost(PATIENCE).until(() -> points.held().size() == sent);
    } while (letters < 4 || points.held().stream().noneMatch(a -> a.pid() == frozen));
    signal("-STOP", frozen);
    points.release(arrival -> arrival.pid() != frozen);
    try {
      for (int i = 0; i < letters; i++) {
        atRest(deployment.api(2), "freeze-" + point + "-" + i);
      }
    } finally {
      signal("-CONT", frozen);
      points.disarm();
    }
    for (int i = 0; i < letters; i++) {
      String key = "freeze-" + point + "-" + i;
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(deployment.api(2).state(key)).isEqualTo("sent"));
      assertThat(bodies(deployment.api(2).get(key))).as("bodies of " + key).isEqualTo(1);
    }
  }

  private TestDeployment start(PointListener points, int nodes) throws IOException {
    return TestDeployment.start(
        directory.resolve("home"),
        Map.of(
            "SENDONCE_LAB",
            "true",
            "SENDONCE_LAB_POINTS",
            Integer.toString(points.port()),
            "SENDONCE_JAVA_OPTS",
            "-Ddw.delivery.heartbeatTimeout=4s -Ddw.relays.default.retry.initial=1s"
                + " -Ddw.relays.default.retry.maximum=2s -Ddw.verification.probes=1s,3s,8s"),
        "--nodes",
        Integer.toString(nodes),
        "--no-demo");
  }

  private static ApiClient.Answer send(ApiClient api, String key, String to) throws Exception {
    return api.send(key, "sender@example.test", to, "About " + key);
  }

  private static JsonNode atRest(ApiClient api, String key) throws Exception {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(300))
        .ignoreExceptionsInstanceOf(IOException.class)
        .until(() -> AT_REST.contains(api.state(key)));
    return api.get(key);
  }

  /** The relay's own count; the send id is the middle of its Message-ID. */
  private int bodies(JsonNode send) throws IOException {
    return Journal.read(Mailbox.journal(directory.resolve("home").resolve("mail")))
        .bodyCompleteNumber(
            send.get("id").asText(), send.get("recipients").get(0).get("address").asText());
  }

  private static void signal(String signal, long pid) throws Exception {
    assertThat(new ProcessBuilder("kill", signal, Long.toString(pid)).start().waitFor()).isZero();
  }
}
