package dev.sendonce.ledger.exploration;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Breadth first over all worlds, so that the steps of a counterexample are the fewest possible.
 * Deterministic.
 */
final class Search {
  /**
   * What was found.
   *
   * @param complete every world within the bounds was looked at
   * @param broken the promise that does not hold, or empty
   * @param steps that lead there
   */
  record Result(
      int states,
      long transitions,
      int rows,
      int calls,
      long millis,
      boolean complete,
      Optional<String> broken,
      List<String> steps) {
    @Override
    public String toString() {
      String size =
          String.format(
              Locale.ROOT,
              "%,d states, %,d transitions, %,d rows, %,d calls of the ledger, %,d ms",
              states,
              transitions,
              rows,
              calls,
              millis);
      return broken
          .map(b -> size + ": " + b + "\n    " + String.join("\n    ", steps))
          .orElse(size + (complete ? ", complete" : ", cut off") + ": every promise kept");
    }
  }

  private final Calls calls;
  private final Moves moves;
  private final Promises promises;
  private final Bounds bounds;
  private final WorldSet seen = new WorldSet();
  private final long begun = System.nanoTime();
  private long transitions;
  private int found = -1;
  private String broken;

  Search(Bounds bounds, Sabotage sabotage) {
    this(bounds, sabotage, "");
  }

  /**
   * @param counted only promises whose text begins like this
   */
  Search(Bounds bounds, Sabotage sabotage, String counted) {
    Reports reports =
        new Reports(bounds.recipients(), !sabotage.has(Sabotage.Break.TRUST_ANY_TRANSIENT));
    this.bounds = bounds;
    this.calls = new Calls(sabotage.guards(), bounds.recipients(), reports);
    this.moves = new Moves(calls, bounds, sabotage, reports);
    this.promises = new Promises(calls, counted, sabotage.equals(Sabotage.NONE));
  }

  /** Looks until a promise is broken, everything was seen, or the bound is reached. */
  Result run() {
    seen.add(World.start(calls.accepted(), Budget.of(bounds)).packed(), -1);
    int next = 0;
    while (next < seen.size() && found < 0 && seen.size() < bounds.states()) {
      int from = next++;
      moves.from(World.unpacked(seen.get(from)), (label, world, why) -> meet(from, world, why));
    }
    return new Result(
        seen.size(),
        transitions,
        calls.shapes().size(),
        calls.made(),
        (System.nanoTime() - begun) / 1_000_000,
        found < 0 && next == seen.size(),
        Optional.ofNullable(broken),
        steps());
  }

  private void meet(int from, World world, String brokenByStep) {
    transitions++;
    if (found >= 0) {
      return;
    }
    int[] packed = world.packed();
    if (brokenByStep != null && promises.counts(brokenByStep)) {
      broken = brokenByStep;
      found = seen.addAlways(packed, from);
    } else if (seen.add(packed, from)) {
      promises
          .broken(world)
          .ifPresent(
              why -> {
                broken = why;
                found = seen.size() - 1;
              });
    }
  }

  private List<String> steps() {
    Deque<String> steps = new ArrayDeque<>();
    for (int at = found; at > 0; at = seen.parent(at)) {
      steps.addFirst(label(seen.parent(at), seen.get(at)));
    }
    List<String> numbered = new ArrayList<>();
    for (String step : steps) {
      numbered.add((numbered.size() + 1) + " " + step);
    }
    return numbered;
  }

  private String label(int from, int[] to) {
    List<Supplier<String>> labels = new ArrayList<>();
    moves.from(
        World.unpacked(seen.get(from)),
        (label, world, why) -> {
          if (Arrays.equals(world.packed(), to)) {
            labels.add(label);
          }
        });
    return labels.get(0).get();
  }
}
