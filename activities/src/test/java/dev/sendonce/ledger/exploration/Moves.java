package dev.sendonce.ledger.exploration;

import dev.sendonce.ledger.exploration.Call.Kind;
import java.util.function.Supplier;

/** All that can happen next. */
final class Moves {
  /** Takes each possible next world. */
  interface Sink {
    void go(Supplier<String> label, Draft draft);
  }

  /** One actor or part of the surroundings. */
  interface Actor {
    void move(World world, Shape row, Sink sink);
  }

  private final Calls calls;
  private final Normal normal;
  private final Actor[] actors;

  Moves(Calls calls, Bounds bounds, Sabotage sabotage, Reports reports) {
    this.calls = calls;
    this.normal = new Normal(calls.shapes(), bounds, sabotage);
    this.actors =
        new Actor[] {
          new Deliveries(calls, bounds, sabotage),
          new Executions(calls, sabotage),
          new RelayReads(reports),
          new Arrivals(calls),
          new Keepers(calls, bounds),
          new Backups(calls),
          new LateWrites(calls, sabotage)
        };
  }

  /** Takes each next world in normal form, and the promise that the step broke, or null. */
  interface Next {
    void take(Supplier<String> label, World world, String broken);
  }

  void from(World world, Next next) {
    Shape row = calls.shapes().get(world.row());
    for (Actor actor : actors) {
      actor.move(world, row, (label, draft) -> next.take(label, normal.of(draft), draft.broken()));
    }
  }

  /** The caller's token as the row knows it. */
  static int inRow(Shape row, int token) {
    return token <= row.image().tokens().size() ? token : Call.FOREIGN;
  }

  static Call call(Kind kind, Shape row, int worker, int detail) {
    return new Call(kind, Worker.attempt(worker), inRow(row, Worker.token(worker)), detail);
  }
}
