package dev.sendonce.lab.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A Temporal dev server of a test's own, with its data in a directory. */
public final class TemporalServer implements AutoCloseable {
  private final Process process;
  private final int base;

  private TemporalServer(Process process, int base) {
    this.process = process;
    this.base = base;
  }

  /** Starts it on free ports; the {@code temporal} command must be on the PATH. */
  public static TemporalServer start(Path directory) throws IOException {
    Files.createDirectories(directory);
    int base = FreePorts.base();
    Process process =
        Shell.start(
            List.of(
                "temporal",
                "server",
                "start-dev",
                "--ip=127.0.0.1",
                "--port=" + base,
                "--ui-port=" + (base + 1),
                "--http-port=" + (base + 2),
                "--metrics-port=" + (base + 3),
                "--db-filename=" + directory.resolve("temporal.db"),
                "--log-level=error"),
            Map.of("HOME", directory.toString()),
            directory.resolve("temporal.log"));
    TemporalServer server = new TemporalServer(process, base);
    await().atMost(Duration.ofSeconds(30)).until(server::serves);
    return server;
  }

  private boolean serves() {
    assertThat(process.isAlive()).isTrue();
    try {
      URI count =
          URI.create(
              "http://127.0.0.1:" + (base + 2) + "/api/v1/namespaces/default/workflow-count");
      return ((HttpURLConnection) count.toURL().openConnection()).getResponseCode() == 200;
    } catch (IOException notYet) {
      return false;
    }
  }

  /** Host and port. */
  public String target() {
    return "127.0.0.1:" + base;
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().join();
  }
}
