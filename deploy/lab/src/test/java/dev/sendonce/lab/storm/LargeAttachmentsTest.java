package dev.sendonce.lab.storm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sendonce.lab.engines.TestDeployment;
import dev.sendonce.lab.relay.journal.CompletedBody;
import dev.sendonce.lab.relay.journal.Journal;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Letters with large attachments through a whole node that has little memory: accepted, sent, shown
 * and erased. A node or mailbox that runs out of memory ends, and with it this test.
 */
@Tag("long")
class LargeAttachmentsTest {
  private static final int SENDS = 200;
  private static final int CLIENTS = 6;
  private static final int ATTACHMENT = 20 * 1024 * 1024;
  private static final String LITTLE_MEMORY = "-Xmx256m -XX:+ExitOnOutOfMemoryError";

  /** Kept when the test fails: logs and the relay's journal tell why. */
  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path directory;

  @Test
  void twoHundredPassThroughANodeWith256Megabytes() throws Exception {
    Path home = directory.resolve("home");
    try (TestDeployment deployment =
        TestDeployment.start(home, Map.of("SENDONCE_JAVA_OPTS", LITTLE_MEMORY), "--no-demo")) {
      LargeLetters letters =
          new LargeLetters(deployment.runFile(), directory.resolve("attachment"), ATTACHMENT);
      ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
      try {
        List<Future<String>> digests = new ArrayList<>();
        for (int i = 0; i < SENDS; i++) {
          String key = "large-" + i;
          digests.add(clients.submit(() -> oneWholeLife(letters, key)));
        }
        List<String> recorded = new ArrayList<>();
        for (Future<String> digest : digests) {
          recorded.add(digest.get());
        }
        assertThat(arrived(home)).isEqualTo(counted(recorded));
      } finally {
        clients.shutdownNow();
      }
    }
  }

  /** Accepted, sent, downloaded, erased; returns the recorded digest. */
  private static String oneWholeLife(LargeLetters letters, String key) throws Exception {
    // a database that is slow under such a load may make it 503, and the next one a replay
    patiently().untilAsserted(() -> assertThat(letters.post(key)).isIn(200, 202));
    patiently()
        .untilAsserted(() -> assertThat(letters.get(key).path("state").asText()).isEqualTo("sent"));
    String digest = letters.get(key).get("digest").asText();
    patiently().untilAsserted(() -> assertThat(letters.digestOfMessage(key)).isEqualTo(digest));
    patiently().untilAsserted(() -> assertThat(letters.erase(key)).isEqualTo(204));
    return digest;
  }

  private static ConditionFactory patiently() {
    return await()
        .atMost(Duration.ofMinutes(5))
        .pollInterval(Duration.ofMillis(500))
        .ignoreExceptionsInstanceOf(IOException.class);
  }

  private static Map<String, Long> counted(List<String> digests) {
    return digests.stream().collect(Collectors.groupingBy(d -> d, Collectors.counting()));
  }

  private static Map<String, Long> arrived(Path home) throws Exception {
    return counted(
        Journal.read(home.resolve("mail/journal")).bodies().stream()
            .map(CompletedBody::body)
            .map(body -> "sha256:" + body.sha256())
            .toList());
  }
}
