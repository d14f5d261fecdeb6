package dev.sendonce.lab.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A deployment as {@code deploy/start} makes it, to be used, hurt and stopped by a test. */
public final class TestDeployment implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Path home;
  private final Map<String, String> environment;
  private final Process launcher;
  private final Duration startTime;

  private TestDeployment(
      Path home, Map<String, String> environment, Process launcher, Duration startTime) {
    this.home = home;
    this.environment = environment;
    this.launcher = launcher;
    this.startTime = startTime;
  }

  /**
   * Starts it on free ports and returns when it says {@code ready}.
   *
   * @param flags besides {@code --home} and {@code --port-base}
   */
  public static TestDeployment start(Path home, String... flags) throws IOException {
    return start(home, Map.of(), flags);
  }

  /**
   * The same with variables added to the environment.
   *
   * @param flags besides {@code --home} and {@code --port-base}
   */
  public static TestDeployment start(Path home, Map<String, String> environment, String... flags)
      throws IOException {
    Path output = home.resolveSibling(home.getFileName() + ".out");
    long begun = System.nanoTime();
    Process process = Shell.start(startCommand(home, flags), environment, output);
    try {
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(50))
          .until(() -> isReady(output) || !process.isAlive());
      assertThat(Files.readString(output)).contains("ready http://");
    } catch (RuntimeException | AssertionError e) {
      process.destroy();
      throw e;
    }
    Duration startTime = Duration.ofNanos(System.nanoTime() - begun);
    return new TestDeployment(home, environment, process, startTime);
  }

  private static List<String> startCommand(Path home, String... flags) {
    List<String> command = new ArrayList<>(List.of(Shell.command("deploy/start")));
    command.addAll(List.of("--home", home.toString()));
    command.addAll(List.of("--port-base", Integer.toString(FreePorts.base())));
    command.addAll(List.of(flags));
    return command;
  }

  private static boolean isReady(Path output) throws IOException {
    return Files.readString(output).lines().anyMatch(line -> line.startsWith("ready "));
  }

  /** From the command to {@code ready}. */
  public Duration startTime() {
    return startTime;
  }

  /** What the foreground process printed so far. */
  public String output() throws IOException {
    return Files.readString(home.resolveSibling(home.getFileName() + ".out"));
  }

  /** {@code run.json}. */
  public JsonNode runFile() throws IOException {
    return JSON.readTree(home.resolve("run.json").toFile());
  }

  /**
   * The REST API of a node.
   *
   * @param node from 1
   */
  public ApiClient api(int node) throws IOException {
    JsonNode run = runFile();
    return new ApiClient(run.get("api").get(node - 1).asText(), run.get("apiKey").asText());
  }

  /** The process of a part: {@code node-1}, {@code temporal}, {@code mongo} or {@code mailbox}. */
  public ProcessHandle process(String part) throws IOException {
    return ProcessHandle.of(runFile().get("pids").get(part).asLong()).orElseThrow();
  }

  /** Root of the admin API of the mailbox relay. */
  public String faultRelay() throws IOException {
    return output()
        .lines()
        .filter(line -> line.strip().startsWith("fault relay"))
        .map(line -> line.replaceAll(".*(http://[^/]+)/.*", "$1"))
        .findFirst()
        .orElseThrow();
  }

  /** The process in the foreground. */
  public Process launcher() {
    return launcher;
  }

  /** SIGKILL; returns when the process is gone. */
  public void kill(String part) throws IOException {
    ProcessHandle process = process(part);
    assertThat(process.destroyForcibly()).isTrue();
    process.onExit().join();
  }

  /** SIGTERM; returns when the process is gone. */
  public void terminate(String part) throws IOException {
    ProcessHandle process = process(part);
    assertThat(process.destroy()).isTrue();
    process.onExit().join();
  }

  /** SIGSTOP: the process neither runs nor ends, and its connections stay open. */
  public void freeze(String part) throws IOException, InterruptedException {
    signal("-STOP", part);
  }

  /** SIGCONT. */
  public void thaw(String part) throws IOException, InterruptedException {
    signal("-CONT", part);
  }

  private void signal(String signal, String part) throws IOException, InterruptedException {
    String pid = Long.toString(process(part).pid());
    assertThat(new ProcessBuilder("kill", signal, pid).start().waitFor()).isZero();
  }

  /** Starts again what is dead, by a second {@code deploy/start} on the same home. */
  public void startDeadParts() throws IOException {
    Shell.Result result =
        Shell.run(
            List.of(Shell.command("deploy/start"), "--home", home.toString()),
            environment,
            PATIENCE);
    assertThat(result.exitCode()).as(result.output()).isZero();
    assertThat(result.output()).contains("ready ");
  }

  /** {@code deploy/stop}. */
  public Shell.Result stop() throws IOException {
    return Shell.run(
        List.of(Shell.command("deploy/stop"), "--home", home.toString()),
        Map.of(),
        Duration.ofSeconds(90));
  }

  @Override
  public void close() throws IOException {
    assertThat(stop().exitCode()).isZero();
  }
}
