package dev.sendonce.workflow;

import dev.sendonce.send.SendView;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** What one run saw happen, bounded; for the {@code timeline} query. */
final class StoryLines {
  private static final int MOST = 200;

  private final Deque<String> lines = new ArrayDeque<>();

  void add(Instant at, SendView view) {
    add(at, "v" + view.version() + " " + view.state().wire() + ": " + view.story());
  }

  void add(Instant at, String what) {
    if (lines.size() == MOST) {
      lines.removeFirst();
    }
    lines.addLast(at + " " + what);
  }

  List<String> all() {
    return List.copyOf(lines);
  }
}
