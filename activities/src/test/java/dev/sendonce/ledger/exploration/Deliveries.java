package dev.sendonce.ledger.exploration;

import dev.sendonce.ledger.exploration.Call.Kind;
import dev.sendonce.ledger.exploration.Reaction.Answer;
import dev.sendonce.ledger.exploration.Sabotage.Break;
import dev.sendonce.ledger.exploration.Worker.At;
import dev.sendonce.ledger.exploration.Worker.Ending;

/**
 * {@code deliver} starts, at any time and with any number: by the workflow, as a duplicate, after a
 * reset, by a sweeper. Its first step is the claim.
 */
final class Deliveries implements Moves.Actor {
  private final Calls calls;
  private final Bounds bounds;
  private final Sabotage sabotage;

  Deliveries(Calls calls, Bounds bounds, Sabotage sabotage) {
    this.calls = calls;
    this.bounds = bounds;
    this.sabotage = sabotage;
  }

  @Override
  public void move(World world, Shape row, Moves.Sink sink) {
    if (row.isFinal()) {
      return;
    }
    for (int j = 0; j < world.workers().length; j++) {
      int worker = world.workers()[j];
      if (Worker.at(worker) == At.BEFORE_CLAIM) {
        claim(new Draft(world, row).remove(j), world, row, worker, sink);
      }
    }
    if (world.workers().length >= bounds.executions()) {
      return;
    }
    for (int attempt = 1; attempt <= bounds.attempts(); attempt++) {
      int token = token(world, row, attempt);
      int fresh = Worker.of(At.CLAIMED, attempt, token, 0, Ending.NONE);
      if (sabotage.has(Break.READ_RECIPIENTS_EARLY)) {
        int early = Worker.withVerdicts(fresh, Worker.verdicts(sendable(row), Worker.LATER));
        sink.go(
            () -> Worker.name(early) + ": starts and reads the row",
            new Draft(world, row).start(Worker.moved(early, At.BEFORE_CLAIM)));
      } else {
        claim(new Draft(world, row), world, row, fresh, sink);
      }
    }
  }

  /**
   * @param base the world without the execution that claims
   */
  private void claim(Draft base, World world, Shape row, int worker, Moves.Sink sink) {
    Reaction claim = calls.call(row, Moves.call(Kind.OPEN, row, worker, 0));
    String name = Worker.name(worker);
    if (!claim.is(Answer.CLAIMED)) {
      if (sabotage.lacks("OPEN_TOKEN_ON_REREAD")) {
        sink.go(
            () -> name + ": openAttempt error, not applied",
            copy(base, world, row).start(Worker.moved(worker, At.CLAIM_UNANSWERED)));
      }
      return;
    }
    int claimed = carrying(worker, claim, row);
    sink.go(
        () -> name + ": openAttempt ok",
        copy(base, world, row).row(claim.image(), Worker.token(worker)).start(claimed));
    if (claim.image().isEmpty()) {
      return;
    }
    int asking = Worker.moved(worker, At.CLAIM_UNANSWERED);
    sink.go(
        () -> name + ": openAttempt applied, answer lost",
        copy(base, world, row).row(claim.image(), Worker.token(worker)).start(asking));
    if (none(world, Pending.Kind.CLAIM)) {
      sink.go(
          () -> name + ": openAttempt error, applied later",
          copy(base, world, row)
              .start(asking)
              .pend(
                  Pending.write(
                      Pending.Kind.CLAIM, Worker.attempt(worker), Worker.token(worker), 0)));
    }
  }

  private static Draft copy(Draft base, World world, Shape row) {
    Draft copy = new Draft(world, row);
    copy.workers = base.workers;
    return copy;
  }

  /** Where the sabotage does not say otherwise, recipients come from the claim's post-image. */
  private int carrying(int worker, Reaction claim, Shape row) {
    if (sabotage.has(Break.READ_RECIPIENTS_EARLY)) {
      return Worker.moved(worker, At.CLAIMED);
    }
    int mask = sabotage.has(Break.CARRY_EVERYBODY) ? (1 << row.recipients()) - 1 : claim.carried();
    return Worker.withVerdicts(
        Worker.moved(worker, At.CLAIMED), Worker.verdicts(mask, Worker.LATER));
  }

  private static int sendable(Shape row) {
    int mask = 0;
    for (int i = 0; i < row.recipients(); i++) {
      mask |= row.letter(i) == 'd' ? 1 << i : 0;
    }
    return mask;
  }

  static boolean none(World world, Pending.Kind kind) {
    for (int pending : world.pending()) {
      if (Pending.kind(pending) == kind) {
        return false;
      }
    }
    return true;
  }

  /** A token that nobody holds; or, sabotaged, the one that every execution of this attempt has. */
  private int token(World world, Shape row, int attempt) {
    int used = 0;
    int shared = row.token(attempt);
    for (int worker : world.workers()) {
      used |= 1 << Worker.token(worker);
      shared = Worker.attempt(worker) == attempt ? Worker.token(worker) : shared;
    }
    for (int dot : world.dots()) {
      used |= 1 << Dot.token(dot);
      shared = Dot.attempt(dot) == attempt ? Dot.token(dot) : shared;
    }
    for (int pending : world.pending()) {
      if (Pending.kind(pending) != Pending.Kind.RESEND) {
        used |= 1 << Pending.token(pending);
        shared = Pending.attempt(pending) == attempt ? Pending.token(pending) : shared;
      }
    }
    if (sabotage.has(Break.SHARED_TOKEN) && shared != 0) {
      return shared;
    }
    int token = row.image().tokens().size() + 1;
    while ((used >> token & 1) == 1) {
      token++;
    }
    return token;
  }
}
