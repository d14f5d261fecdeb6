package dev.sendonce.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sendonce.lab.engines.Shell;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What an operator can do to the workflow of a send, or to its running activity. */
enum TemporalAbuse {
  NOTHING(""),
  RESET_TO_FIRST_TASK("workflow reset --type FirstWorkflowTask --reason chaos"),
  TERMINATE("workflow terminate --reason chaos"),
  DELETE("workflow delete --yes"),
  CANCEL("workflow cancel"),
  PAUSE("activity pause"),
  RESET_ACTIVITY("activity reset"),
  RESET_PAUSED_ACTIVITY("activity pause; activity reset --keep-paused"),
  ALLOW_MORE_ATTEMPTS(
      "activity update-options --retry-maximum-attempts 5 --retry-initial-interval 1s");

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private final String commands;

  /**
   * @param commands of Temporal's command line, with semicolons between them
   */
  TemporalAbuse(String commands) {
    this.commands = commands;
  }

  String key(String prefix) {
    return prefix + "-" + name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Does it.
   *
   * @param server host and port
   * @param key of a send with one running activity
   */
  void to(String server, String key) throws IOException {
    for (String command : commands.isEmpty() ? new String[0] : commands.split("; ")) {
      run(server, key, command, activity(server, key, command));
    }
  }

  /**
   * Lets a paused activity go on, which runs it again if it has failed meanwhile. One that has
   * ended by itself needs nothing; it may do so between the question and the command.
   */
  void undo(String server, String key) throws IOException {
    if (commands.contains("activity pause")) {
      List<String> activity = activity(server, key, "activity unpause");
      Shell.Result result = shell(server, key, "activity unpause", activity);
      if (result.exitCode() != 0) {
        assertThat(result.output())
            .containsAnyOf("Can't find pending activity", "workflow execution already completed");
      }
    }
  }

  private static List<String> activity(String server, String key, String command)
      throws IOException {
    if (!command.startsWith("activity")) {
      return List.of();
    }
    String described = run(server, key, "workflow describe --output json", List.of());
    String id = JSON.readTree(described).at("/pendingActivities/0/activityId").asText();
    return List.of("--activity-id", id.isEmpty() ? "none" : id);
  }

  private static String run(String server, String key, String command, List<String> more)
      throws IOException {
    Shell.Result result = shell(server, key, command, more);
    assertThat(result.exitCode()).as(command + " " + key + ": " + result.output()).isZero();
    return result.output();
  }

  private static Shell.Result shell(String server, String key, String command, List<String> more)
      throws IOException {
    List<String> all = new ArrayList<>(List.of("temporal"));
    all.addAll(List.of(command.split(" ")));
    all.addAll(List.of("--address", server, "--workflow-id", key));
    all.addAll(more);
    return Shell.run(all, Map.of("HOME", Path.of("/nonexistent").toString()), LIMIT);
  }
}
