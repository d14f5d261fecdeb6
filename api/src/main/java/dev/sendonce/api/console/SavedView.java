package dev.sendonce.api.console;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Optional;

/**
 * A list of workflows that an operator looks at in the Temporal UI. Its query language has absolute
 * times only, so a view that speaks of an age is made anew at each click. All keep to running
 * executions: a terminated run keeps the attributes that it had.
 */
enum SavedView {
  UNCONFIRMED("unconfirmed", "Unconfirmed", "SendState=\"unconfirmed\""),
  CONFIRMING("confirming", "Confirming", "SendState=\"confirming\""),
  STUCK("stuck-over-an-hour", "Stuck over an hour", "SendStuckSince < \"%s\""),
  RELAY(
      "waiting-for-the-relay",
      "Waiting for the relay",
      "SendState=\"prepared\" AND SendReason=\"relay\""),
  BUGS(
      "bugs",
      "Bugs",
      "TemporalReportedProblems IN (\"category=WorkflowTaskFailed\",\"category=WorkflowTaskTimedOut\")");

  private static final Duration LONG = Duration.ofHours(1);

  private final String path;
  private final String title;
  private final String condition;

  SavedView(String path, String title, String condition) {
    this.path = path;
    this.title = title;
    this.condition = condition;
  }

  static Optional<SavedView> of(String path) {
    return Arrays.stream(values()).filter(view -> view.path.equals(path)).findFirst();
  }

  /** The page of the UI that shows it, and offers it under its title from then on. */
  URI in(String workflows, Instant now) {
    String since = now.minus(LONG).truncatedTo(ChronoUnit.SECONDS).toString();
    String query = condition.formatted(since) + " AND ExecutionStatus=\"Running\"";
    return URI.create(workflows + "?query=" + encoded(query) + "&savedQuery=" + encoded(title));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
