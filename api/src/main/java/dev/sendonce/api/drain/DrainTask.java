package dev.sendonce.api.drain;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dropwizard.servlets.tasks.Task;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * {@code POST /tasks/drain} and {@code POST /tasks/undrain} on the admin port. Both may be repeated
 * and answer with one line of JSON: {@code {"draining": true, "left": {"attempts": 2, …}, "done":
 * false}}. {@code wait=N} makes drain answer when nothing is left, or after N seconds.
 */
public final class DrainTask extends Task {
  private static final int LONGEST_WAIT = 600;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Drain drain;
  private final boolean begin;

  private DrainTask(String name, Drain drain, boolean begin) {
    super(name, "application/json");
    this.drain = drain;
    this.begin = begin;
  }

  /** Takes the node out of service. */
  public static DrainTask drain(Drain drain) {
    return new DrainTask("drain", drain, true);
  }

  /** Puts it back. */
  public static DrainTask undrain(Drain drain) {
    return new DrainTask("undrain", drain, false);
  }

  @Override
  public void execute(Map<String, List<String>> parameters, PrintWriter output)
      throws IOException, InterruptedException {
    if (begin) {
      // read first: a wrong parameter changes nothing
      Duration wait = Duration.ofSeconds(seconds(parameters));
      drain.begin();
      drain.await(wait);
    } else {
      drain.end();
    }
    output.println(JSON.writeValueAsString(report()));
  }

  private ObjectNode report() {
    Map<String, Integer> left = drain.left();
    ObjectNode report = JSON.createObjectNode().put("draining", drain.isDraining());
    report.set("left", JSON.valueToTree(left));
    return report.put("done", drain.isDraining() && left.values().stream().allMatch(n -> n == 0));
  }

  private static int seconds(Map<String, List<String>> parameters) {
    String wait = parameters.getOrDefault("wait", List.of("0")).get(0);
    if (!wait.matches("[0-9]{1,3}") || Integer.parseInt(wait) > LONGEST_WAIT) {
      throw new IllegalArgumentException("wait: a number of seconds from 0 to " + LONGEST_WAIT);
    }
    return Integer.parseInt(wait);
  }
}
