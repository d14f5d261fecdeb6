package dev.sendonce.lab.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.lab.docs.ScriptedServer.Request;
import dev.sendonce.lab.docs.ScriptedServer.Step;
import dev.sendonce.lab.engines.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/**
 * The examples of deploy/docs/clients.md, run as they stand there but for the address: whatever
 * happens, the same request under the same key, as late as they were told, and never a second key.
 *
 * <p>Those for Node and Go are run with the long tests, so that nobody has to install both to try
 * the project; there they are needed, and a missing one fails.
 */
class ClientExamplesTest {
  private static final Duration LIMIT = Duration.ofMinutes(2);

  @TempDir private Path directory;

  /** How an example is run. */
  enum Example {
    CURL("sh", "example.sh", "sh"),
    PYTHON("python", "example.py", "python3"),
    JAVA("java", "SendOnce.java", "java"),
    NODE("js", "example.mjs", "node"),
    GO("go", "example.go", "go run");

    private final String language;
    private final String file;
    private final String command;

    Example(String language, String file, String command) {
      this.language = language;
      this.file = file;
      this.command = command;
    }
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.INCLUDE,
      names = {"CURL", "PYTHON", "JAVA"})
  @Tag("engines")
  void repeatsTheSameRequestUntilItIsAccepted(Example example) throws IOException {
    repeats(example);
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.INCLUDE,
      names = {"NODE", "GO"})
  @Tag("long")
  void repeatsTheSameRequestUntilItIsAcceptedInNodeAndGo(Example example) throws IOException {
    repeats(example);
  }

  /** Not curl, which repeats everything and says so in the text. */
  @ParameterizedTest
  @EnumSource(
      mode = Mode.INCLUDE,
      names = {"PYTHON", "JAVA"})
  @Tag("engines")
  void takesARefusalForAnAnswer(Example example) throws IOException {
    refuses(example);
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.INCLUDE,
      names = {"NODE", "GO"})
  @Tag("long")
  void takesARefusalForAnAnswerInNodeAndGo(Example example) throws IOException {
    refuses(example);
  }

  private void repeats(Example example) throws IOException {
    List<Step> script =
        List.of(
            Step.drop(),
            Step.problem(503, 2, "ledger-unavailable"),
            Step.problem(429, 1, "too-many-requests"),
            Step.problem(409, 1, "in-progress"),
            Step.send(202, "prepared"));
    try (ScriptedServer server = new ScriptedServer(script)) {
      Shell.Result result = run(example, server);

      assertThat(result.exitCode()).as(result.output()).isZero();
      assertThat(result.output()).contains("prepared");
      List<Request> requests = server.requests();
      assertThat(requests).hasSize(script.size());
      Request first = requests.get(0);
      assertThat(first.line()).startsWith("POST /v1/sends ");
      assertThat(first.fields())
          .containsEntry("idempotency-key", "invoice:2026/0042")
          .containsEntry("authorization", "Bearer so_example")
          .containsEntry("content-type", "application/json");
      for (int i = 1; i < requests.size(); i++) {
        assertThat(requests.get(i).line()).isEqualTo(first.line());
        assertThat(requests.get(i).fields()).isEqualTo(first.fields());
        assertThat(requests.get(i).body()).isEqualTo(first.body());
        assertThat(requests.get(i).since(requests.get(i - 1)))
            .as("pause before request " + (i + 1))
            .isGreaterThanOrEqualTo(Duration.ofSeconds(script.get(i - 1).retryAfter()))
            .isGreaterThan(Duration.ofMillis(200));
      }
    }
  }

  private void refuses(Example example) throws IOException {
    try (ScriptedServer server =
        new ScriptedServer(List.of(Step.problem(409, 0, "duplicate-content")))) {
      Shell.Result result = run(example, server);

      assertThat(result.exitCode()).as(result.output()).isNotZero();
      assertThat(result.output()).contains("duplicate-content");
      assertThat(server.requests()).hasSize(1);
    }
  }

  private Shell.Result run(Example example, ScriptedServer server) throws IOException {
    String code =
        new CodeBlocks("clients.md")
            .only(example.language)
            .replace("http://127.0.0.1:8080", server.url())
            .replace("--output answer.json", "--output " + directory.resolve("answer.json"))
            .replace("cat answer.json", "cat " + directory.resolve("answer.json"));
    Path file = Files.writeString(directory.resolve(example.file), code);
    List<String> command = new ArrayList<>(List.of(example.command.split(" ", -1)));
    command.add(file.toString());
    return Shell.run(command, Map.of("SENDONCE_API_KEY", "so_example"), LIMIT);
  }
}
