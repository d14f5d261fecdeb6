package dev.sendonce.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.testing.TestWorkflowExtension;
import io.temporal.testing.WorkflowReplayer;
import io.temporal.worker.NonDeterministicException;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Sends that are under way when a new version is deployed go on with the new code: it must decide
 * as the old one did. Each file under {@code histories} is a send's history as an older version
 * made it, and is never edited. A change that breaks one needs {@code Workflow.getVersion}; a new
 * way through the workflow gets a new file:
 *
 * <pre>mvn test -pl workflows -am -Dtest=GoldenHistoriesTest -Drecord.histories=DIRECTORY</pre>
 */
class GoldenHistoriesTest {
  @RegisterExtension static final TestWorkflowExtension TEMPORAL = Stage.extension();

  static Stream<String> histories() throws IOException, URISyntaxException {
    Path directory = Path.of(GoldenHistoriesTest.class.getResource("/histories").toURI());
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("histories")
  void replays(String file) {
    assertThatCode(() -> replay(file, SendWorkflowImpl.class)).doesNotThrowAnyException();
  }

  /** The twin: the check can fail. */
  @ParameterizedTest
  @MethodSource("histories")
  void noticesAChangedDecision(String file) {
    assertThatThrownBy(() -> replay(file, ForgetfulWorkflow.class))
        .hasStackTraceContaining(NonDeterministicException.class.getSimpleName());
  }

  @Test
  void thereIsOneForEachWayASendCanTake() throws Exception {
    assertThat(histories()).containsAll(Stream.of(Plot.values()).map(Plot::fileName).toList());
  }

  @Test
  void holdsNoAddress() throws Exception {
    for (String file : histories().toList()) {
      assertThat(read(file)).as(file).doesNotContainPattern("[a-z]@[a-z]");
    }
  }

  @ParameterizedTest
  @EnumSource(Plot.class)
  @EnabledIfSystemProperty(named = "record.histories", matches = ".+")
  void record(Plot plot, TestWorkflowEnvironment temporal) throws IOException {
    Path directory = Path.of(System.getProperty("record.histories"));
    Stage stage = new Stage(temporal).withRelayWorker();
    plot.play(stage);

    WorkflowExecutionHistory history = temporal.getWorkflowClient().fetchHistory(Stage.KEY);
    Files.writeString(
        directory.resolve(plot.fileName()),
        history.toJson(true).replaceAll("\"identity\": \"[^\"]*\"", "\"identity\": \"worker\""));
  }

  private static String read(String file) throws IOException, URISyntaxException {
    return Files.readString(
        Path.of(GoldenHistoriesTest.class.getResource("/histories/" + file).toURI()));
  }

  private static void replay(String file, Class<?> implementation) throws Exception {
    WorkflowReplayer.replayWorkflowExecution(
        WorkflowExecutionHistory.fromJson(read(file), Stage.KEY), implementation);
  }
}
