package dev.sendonce.ledger.exploration;

import dev.sendonce.ledger.exploration.Call.Kind;
import dev.sendonce.ledger.exploration.Sabotage.Break;
import dev.sendonce.ledger.exploration.Worker.At;
import java.util.List;
import java.util.function.Supplier;

/**
 * Transitions that are derived from a row are read and written in two steps, and anything may
 * happen in between. With the version in the filter the write then misses, so that is explored only
 * to show what the version is for.
 */
final class LateWrites implements Moves.Actor {
  private final Calls calls;
  private final boolean explored;

  LateWrites(Calls calls, Sabotage sabotage) {
    this.calls = calls;
    this.explored = sabotage.has(Break.LATE_WRITES);
  }

  @Override
  public void move(World world, Shape row, Moves.Sink sink) {
    if (!explored) {
      return;
    }
    for (int k = 0; k < world.pending().length; k++) {
      if (Pending.kind(world.pending()[k]) == Pending.Kind.WRITE) {
        arrive(world, row, k, sink);
        return;
      }
    }
    for (Kind kind : List.of(Kind.CANCEL, Kind.EXHAUST)) {
      read(row, Call.of(kind), 0, () -> new Draft(world, row), sink);
    }
    for (Kind kind : List.of(Kind.SENT, Kind.NOT_SENT_EARLY, Kind.RESEND_EARLY)) {
      read(row, Call.of(kind, row.epoch()), 0, () -> new Draft(world, row), sink);
    }
    for (int attempt = 1; attempt <= row.epoch(); attempt++) {
      Call settle = Call.of(Kind.SETTLE, attempt);
      read(row, settle, 0, () -> new Draft(world, row), sink);
      if (Truth.keptOf(world.truth(), attempt)) {
        Call found = new Call(Kind.ACCEPTED_EVIDENCE, attempt, 0, 3);
        read(row, found, 0, () -> new Draft(world, row), sink);
      } else if (!world.canArriveOf(row, attempt)) {
        Call proven = new Call(Kind.NOT_ACCEPTED_EVIDENCE, attempt, 0, 3);
        read(row, proven, 0, () -> new Draft(world, row), sink);
      }
    }
    for (int j = 0; j < world.workers().length; j++) {
      int worker = world.workers()[j];
      if (Worker.at(worker) == At.ENDED) {
        int detail = Reports.detail(Worker.verdicts(worker), Worker.ending(worker));
        Call report = Moves.call(Kind.RECORD, row, worker, detail);
        int index = j;
        read(row, report, Worker.token(worker), () -> new Draft(world, row).remove(index), sink);
      }
    }
  }

  /** The first write of the call, and the second, which comes when the first one missed. */
  private void read(Shape row, Call call, int token, Supplier<Draft> draft, Moves.Sink sink) {
    int first = calls.held(row, call, 0);
    pause(first, call, token, draft.get(), sink);
    int second = calls.held(row, call, 1);
    if (second != first) {
      pause(second, call, token, draft.get(), sink);
    }
  }

  private static void pause(int write, Call call, int token, Draft draft, Moves.Sink sink) {
    if (write >= 0) {
      sink.go(
          () -> call.kind() + " reads the row and pauses",
          draft.pend(Pending.derived(write, token, false)));
    }
  }

  private void arrive(World world, Shape row, int index, Moves.Sink sink) {
    int p = world.pending()[index];
    boolean guardPassed = !world.canArrive(row, -1);
    Calls.Late late =
        calls.late(
            row,
            Pending.number(p),
            Moves.inRow(row, Pending.token(p)),
            Pending.flag(p),
            guardPassed);
    Draft draft = new Draft(world, row).row(late.image(), Pending.token(p)).removePending(index);
    if (late.image().isPresent()) {
      draft.truth(judge(world.truth(), row, late.image().get(), late.kind()));
    }
    sink.go(
        () ->
            late.kind()
                + " writes what it read before"
                + (late.image().isPresent() ? "" : ": misses"),
        draft);
  }

  /** What people and proofs changed about what is allowed and what counts. */
  private static int judge(int truth, Shape before, RowImage after, Kind kind) {
    int now = truth;
    for (int i = 0; i < before.recipients(); i++) {
      boolean wasUncertain = before.letter(i) == 'u';
      if (kind == Kind.RESEND_EARLY && wasUncertain) {
        now = Truth.allow(now, i, Truth.allowed(now, i) + 1, Truth.completed(now, i) + 1);
      } else if (kind == Kind.NOT_ACCEPTED_EVIDENCE
          && wasUncertain
          && after.letters().charAt(i) != 'u') {
        now = Truth.proveVoid(now, i);
      } else if (kind == Kind.CANCEL && "diu".indexOf(before.letter(i)) >= 0 && !before.latched()) {
        now = Truth.allow(now, i, Truth.allowed(now, i), Truth.completed(now, i));
      }
    }
    return now;
  }
}
