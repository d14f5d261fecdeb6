package dev.sendonce.api.feed;

import dev.sendonce.api.problem.Problem;
import dev.sendonce.api.problem.ProblemException;
import dev.sendonce.feed.EventLog;
import dev.sendonce.intake.FieldError;
import java.util.List;

/** Where a reader of the feed stands: the id of the last event it has seen. */
final class FeedPosition {
  private static final String NOW = "now";

  private FeedPosition() {}

  /**
   * From the beginning without a value, at the end for {@code now}; 422 for anything unreadable.
   */
  static long of(String after, EventLog log) {
    if (after == null || after.isEmpty()) {
      return 0;
    }
    if (after.equals(NOW)) {
      return log.last();
    }
    if (after.matches("[0-9]{1,18}")) {
      return Long.parseLong(after);
    }
    throw new ProblemException(
        Problem.invalid(List.of(new FieldError("after", "must be the id of an event, or 'now'"))));
  }

  static boolean isNow(String after) {
    return NOW.equals(after);
  }
}
