package dev.sendonce.ledger.exploration;

import dev.sendonce.ledger.exploration.Call.Kind;
import dev.sendonce.ledger.exploration.Reaction.Answer;

/** Writes that were not answered reach the ledger late; orders reach it, and again. */
final class Arrivals implements Moves.Actor {
  private final Calls calls;

  Arrivals(Calls calls) {
    this.calls = calls;
  }

  @Override
  public void move(World world, Shape row, Moves.Sink sink) {
    for (int k = 0; k < world.pending().length; k++) {
      int pending = world.pending()[k];
      switch (Pending.kind(pending)) {
        case CLAIM -> late(world, row, k, Kind.OPEN, "openAttempt", sink);
        case LATCH -> late(world, row, k, Kind.MARK, "markEndOfData", sink);
        case RESEND -> {
          order(world, row, k, Kind.RESEND_EARLY, sink);
          if (!world.canArrive(row, -1)) {
            order(world, row, k, Kind.RESEND_LATE, sink);
          }
        }
        case WRITE -> {
          // explored where derived writes may come late
        }
      }
    }
  }

  private void late(World world, Shape row, int index, Kind kind, String what, Moves.Sink sink) {
    int p = world.pending()[index];
    Reaction arrived =
        calls.call(
            row,
            new Call(
                kind, Pending.attempt(p), Moves.inRow(row, Pending.token(p)), Pending.verdicts(p)));
    boolean applied = arrived.image().isPresent();
    sink.go(
        () ->
            "late "
                + what
                + "("
                + Pending.attempt(p)
                + ") of w"
                + Pending.token(p)
                + (applied ? " applied" : " misses"),
        new Draft(world, row).row(arrived.image(), Pending.token(p)).removePending(index));
  }

  /** The first application changes what is allowed; a repetition must change nothing. */
  private void order(World world, Shape row, int index, Kind kind, Moves.Sink sink) {
    int p = world.pending()[index];
    int epoch = Pending.attempt(p);
    Reaction reaction = calls.call(row, new Call(kind, epoch, 0, Pending.number(p)));
    boolean applied = reaction.is(Answer.APPLIED) && reaction.image().isPresent();
    boolean first = applied && !Pending.flag(p);
    Draft draft = new Draft(world, row).row(reaction.image(), 0).removePending(index);
    if (Pending.copies(p) > 1) {
      draft.pend(
          Pending.order(
              Pending.number(p), epoch, Pending.copies(p) - 1, Pending.flag(p) || applied));
    }
    int truth = world.truth();
    for (int i = 0; first && i < row.recipients(); i++) {
      if (row.letter(i) == 'u') {
        truth = Truth.allow(truth, i, Truth.allowed(truth, i) + 1, Truth.completed(truth, i) + 1);
      }
    }
    draft.truth(truth);
    if (applied && world.canArrive(row, -1)) {
      draft.tooEarly();
    }
    sink.go(
        () -> "resolve(resend, epoch " + epoch + ") " + (applied ? "applied" : "changes nothing"),
        draft);
  }
}
