package dev.sendonce.ledger.exploration;

import dev.sendonce.ledger.exploration.Call.Kind;

/** Settling, verification, people and expiry. */
final class Keepers implements Moves.Actor {
  private final Calls calls;
  private final Bounds bounds;

  Keepers(Calls calls, Bounds bounds) {
    this.calls = calls;
    this.bounds = bounds;
  }

  @Override
  public void move(World world, Shape row, Moves.Sink sink) {
    for (int attempt = 1; attempt <= bounds.attempts(); attempt++) {
      call(world, row, Call.of(Kind.SETTLE, attempt), "settle(" + attempt + ")", sink);
      verify(world, row, attempt, sink);
    }
    call(world, row, Call.of(Kind.EXHAUST), "exhaust", sink);
    stop(world, row, Kind.CANCEL, "cancel", sink);
    stop(world, row, Kind.EXPIRE, "expiry", sink);
    people(world, row, sink);
  }

  private void call(World world, Shape row, Call call, String label, Moves.Sink sink) {
    Reaction reaction = calls.call(row, call);
    if (reaction.image().isPresent()) {
      sink.go(() -> label, new Draft(world, row).row(reaction.image(), 0));
    }
  }

  /** Evidence speaks of a whole transaction and tells the truth; who was in it the ledger knows. */
  private void verify(World world, Shape row, int attempt, Moves.Sink sink) {
    int everybody = (1 << row.recipients()) - 1;
    if (Truth.keptOf(world.truth(), attempt)) {
      Call call = new Call(Kind.ACCEPTED_EVIDENCE, attempt, 0, everybody);
      call(world, row, call, "verify: attempt " + attempt + " was accepted", sink);
    } else if (attempt <= row.epoch() && !world.canArriveOf(row, attempt)) {
      Reaction reaction =
          calls.call(row, new Call(Kind.NOT_ACCEPTED_EVIDENCE, attempt, 0, everybody));
      if (reaction.image().isPresent()) {
        sink.go(
            () -> "verify: attempt " + attempt + " ended without acceptance",
            new Draft(world, row)
                .row(reaction.image(), 0)
                .truth(proven(world.truth(), row, reaction.image().get())));
      }
    }
  }

  private static int proven(int truth, Shape before, RowImage after) {
    int proven = truth;
    for (int i = 0; i < before.recipients(); i++) {
      if (before.letter(i) == 'u' && after.letters().charAt(i) != 'u') {
        proven = Truth.proveVoid(proven, i);
      }
    }
    return proven;
  }

  /** From here on nobody who was still open may get another body. */
  private void stop(World world, Shape row, Kind kind, String label, Moves.Sink sink) {
    Reaction reaction = calls.call(row, Call.of(kind));
    if (reaction.image().isEmpty()) {
      return;
    }
    int truth = world.truth();
    for (int i = 0; i < row.recipients(); i++) {
      if ("diu".indexOf(row.letter(i)) >= 0 && !row.latched()) {
        truth = Truth.allow(truth, i, Truth.allowed(truth, i), Truth.completed(truth, i));
      }
    }
    sink.go(() -> label, new Draft(world, row).row(reaction.image(), 0).truth(truth));
  }

  private void people(World world, Shape row, Moves.Sink sink) {
    if (!row.uncertain()) {
      return;
    }
    int epoch = row.epoch();
    call(world, row, Call.of(Kind.SENT, epoch), "human: sent", sink);
    Reaction early = calls.call(row, Call.of(Kind.NOT_SENT_EARLY, epoch));
    if (early.image().isPresent()) {
      Draft draft = new Draft(world, row).row(early.image(), 0);
      sink.go(() -> "human: not_sent", world.canArrive(row, -1) ? draft.tooEarly() : draft);
    }
    if (!world.canArrive(row, -1)) {
      call(world, row, Call.of(Kind.NOT_SENT_LATE, epoch), "human: not_sent", sink);
    }
    int left = Budget.resends(world.budget());
    if (left > 0) {
      Draft draft = new Draft(world, row).pend(Pending.order(left, epoch, 2, false));
      draft.budget = Budget.ordered(world.budget());
      sink.go(() -> "human orders resend", draft);
    }
  }
}
