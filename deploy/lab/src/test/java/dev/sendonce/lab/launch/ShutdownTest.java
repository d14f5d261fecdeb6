package dev.sendonce.lab.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShutdownTest {
  @TempDir private Path directory;

  @Test
  void endsNodesFirstThenMailboxThenTemporalThenMongo() throws Exception {
    Deployment deployment = deployment("mongo", "temporal", "node-1", "mailbox", "node-2");

    Shutdown.of(deployment);

    List<String> order = Files.readAllLines(directory.resolve("order"));
    assertThat(order.subList(0, 2)).containsExactlyInAnyOrder("node-1", "node-2");
    assertThat(order.subList(2, 5)).containsExactly("mailbox", "temporal", "mongo");
    assertThat(deployment.anyAlive()).isFalse();
  }

  @Test
  void killsWhatDoesNotListen() throws Exception {
    Deployment deployment =
        deployment(child("mailbox", "trap '' TERM; echo up >>up; while :; do sleep 0.05; done"));

    Shutdown.of(deployment);

    assertThat(deployment.anyAlive()).isFalse();
  }

  @Test
  void leavesProcessesAloneThatOnlyHaveTheSameNumber() throws Exception {
    Deployment.Child stranger = child("mongo", "echo up >>up; sleep 60");
    ProcessMark stale = new ProcessMark(stranger.process().pid(), "long ago");

    Shutdown.of(deployment(new Deployment.Child("mongo", stale)));

    assertThat(stranger.process().alive()).isTrue();
    stranger.process().living().orElseThrow().destroyForcibly();
  }

  private Deployment deployment(String... names) throws IOException {
    Deployment deployment = deployment(new Deployment.Child[0]);
    for (String name : names) {
      deployment =
          deployment.with(
              child(
                  name,
                  "trap 'echo "
                      + name
                      + " >>order; exit' TERM; echo up >>up;"
                      + " while :; do sleep 0.05; done"));
    }
    return deployment;
  }

  private static Deployment deployment(Deployment.Child... children) {
    StartOptions options = new StartOptions(null, null, null, null, null, 2, false);
    return new Deployment(new ProcessMark(1, "none"), options, List.of(children), false);
  }

  /** A shell that has set its traps when this returns. */
  private Deployment.Child child(String name, String script) throws IOException {
    long before = up();
    Process process =
        new ProcessBuilder("bash", "-c", script).directory(directory.toFile()).start();
    await().until(() -> up() > before);
    return new Deployment.Child(name, ProcessMark.of(process.toHandle()).orElseThrow());
  }

  private long up() throws IOException {
    Path file = directory.resolve("up");
    return Files.exists(file) ? Files.readAllLines(file).size() : 0;
  }
}
