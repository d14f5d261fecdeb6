package dev.sendonce.ledger.exploration;

import dev.sendonce.ledger.exploration.Call.Kind;
import dev.sendonce.ledger.exploration.Reaction.Answer;
import dev.sendonce.ledger.exploration.Sabotage.Break;
import dev.sendonce.ledger.exploration.Worker.At;
import dev.sendonce.ledger.exploration.Worker.Ending;
import java.util.ArrayList;
import java.util.List;

/** The steps of executions of {@code deliver} after their claim; each may also crash anywhere. */
final class Executions implements Moves.Actor {
  private final Calls calls;
  private final Sabotage sabotage;

  Executions(Calls calls, Sabotage sabotage) {
    this.calls = calls;
    this.sabotage = sabotage;
  }

  @Override
  public void move(World world, Shape row, Moves.Sink sink) {
    for (int j = 0; j < world.workers().length; j++) {
      Step step = new Step(world, row, j, world.workers()[j], sink);
      step.crash();
      switch (Worker.at(step.worker)) {
        case BEFORE_CLAIM -> {
          // goes on in Deliveries
        }
        case CLAIM_UNANSWERED -> step.rereadClaim();
        case CLAIMED -> step.converse();
        case BODY_WRITTEN -> step.latch();
        case LATCH_UNANSWERED -> step.rereadLatch();
        case LATCHED -> step.writeDot();
        case WAITING ->
            step.to("no reply: time-out or EOF", Worker.ended(step.worker, Ending.UNCERTAIN));
        case ENDED -> step.record();
      }
    }
  }

  /** One execution at one moment. */
  private final class Step {
    private final World world;
    private final Shape row;
    private final int index;
    private final int worker;
    private final Moves.Sink sink;

    private Step(World world, Shape row, int index, int worker, Moves.Sink sink) {
      this.world = world;
      this.row = row;
      this.index = index;
      this.worker = worker;
      this.sink = sink;
    }

    private void to(String what, int moved) {
      to(what, new Draft(world, row).replace(index, moved));
    }

    private void to(String what, Draft draft) {
      sink.go(() -> Worker.name(worker) + ": " + what, draft);
    }

    private Draft written(Reaction reaction) {
      return new Draft(world, row).row(reaction.image(), Worker.token(worker));
    }

    private Reaction call(Kind kind, int detail) {
      return calls.call(row, Moves.call(kind, row, worker, detail));
    }

    private int aborted() {
      return Worker.ended(worker, Ending.ABORTED);
    }

    private void crash() {
      to("crash", new Draft(world, row).remove(index));
    }

    private void rereadClaim() {
      Reaction reread = call(Kind.OPEN_REREAD, 0);
      if (reread.is(Answer.CLAIMED)) {
        int verdicts =
            sabotage.has(Break.READ_RECIPIENTS_EARLY)
                ? Worker.verdicts(worker)
                : Worker.verdicts(reread.carried(), Worker.LATER);
        to(
            "re-read: claim is mine",
            Worker.withVerdicts(Worker.moved(worker, At.CLAIMED), verdicts));
      } else {
        to("re-read: not mine, gives up", new Draft(world, row).remove(index));
      }
    }

    private void converse() {
      to("connect fails", Worker.ended(worker, Ending.UNREACHABLE));
      for (int verdicts : answers(0, 0)) {
        String said = Worker.text(verdicts, row.recipients());
        int told = Worker.withVerdicts(worker, verdicts);
        if (Worker.taken(verdicts) == 0) {
          to("RCPT replies " + said + ", no DATA", Worker.ended(told, Ending.NOBODY));
        } else {
          At next = sabotage.has(Break.DOT_WITHOUT_LATCH) ? At.LATCHED : At.BODY_WRITTEN;
          to("RCPT replies " + said + ", body sent", Worker.moved(told, next));
        }
      }
    }

    /** Every combination of replies to the recipients it carries. */
    private List<Integer> answers(int recipient, int sofar) {
      List<Integer> all = new ArrayList<>();
      if (recipient == row.recipients()) {
        all.add(sofar);
        return all;
      }
      if (Worker.verdict(Worker.verdicts(worker), recipient) == Worker.NOT_CARRIED) {
        return answers(recipient + 1, sofar);
      }
      for (int verdict : new int[] {Worker.TAKEN, Worker.LATER, Worker.REJECTED}) {
        all.addAll(answers(recipient + 1, sofar | (verdict << (2 * recipient))));
      }
      return all;
    }

    private void latch() {
      int verdicts = Worker.verdicts(worker);
      Reaction latch = call(Kind.MARK, verdicts);
      int asking = Worker.moved(worker, At.LATCH_UNANSWERED);
      if (latch.is(Answer.LATCHED)) {
        to("markEndOfData ok", written(latch).replace(index, Worker.moved(worker, At.LATCHED)));
        to("markEndOfData applied, answer lost", written(latch).replace(index, asking));
        if (Deliveries.none(world, Pending.Kind.LATCH)) {
          int later =
              Pending.write(
                  Pending.Kind.LATCH, Worker.attempt(worker), Worker.token(worker), verdicts);
          to(
              "markEndOfData error, applied later",
              new Draft(world, row).replace(index, asking).pend(later));
        }
      } else {
        to("markEndOfData misses: abort", aborted());
      }
      to("markEndOfData error, not applied", asking);
    }

    private void rereadLatch() {
      int verdicts = Worker.verdicts(worker);
      boolean shows = call(Kind.MARK_REREAD, verdicts).is(Answer.LATCHED);
      to(
          shows ? "re-read: latch is mine" : "re-read: latch not mine: abort",
          shows ? Worker.moved(worker, At.LATCHED) : aborted());
      boolean goesOn = call(Kind.MARK_UNREADABLE, verdicts).is(Answer.LATCHED);
      to(
          goesOn ? "re-read fails: goes on" : "re-read fails: abort",
          goesOn ? Worker.moved(worker, At.LATCHED) : aborted());
      if (sabotage.has(Break.READ_UNCOMMITTED)) {
        readUncommitted(verdicts);
      }
    }

    /** It sees its own latch, which the majority never gets. */
    private void readUncommitted(int verdicts) {
      for (int k = 0; k < world.pending().length; k++) {
        int p = world.pending()[k];
        if (Pending.kind(p) == Pending.Kind.LATCH
            && Pending.token(p) == Worker.token(worker)
            && call(Kind.MARK_REREAD_LOCAL, verdicts).is(Answer.LATCHED)) {
          to(
              "local re-read sees the latch",
              new Draft(world, row)
                  .replace(index, Worker.moved(worker, At.LATCHED))
                  .removePending(k));
        }
      }
    }

    private void writeDot() {
      int dot =
          Dot.of(
              Worker.attempt(worker), Worker.token(worker), Worker.taken(Worker.verdicts(worker)));
      to(
          "dot written",
          new Draft(world, row).replace(index, Worker.moved(worker, At.WAITING)).dot(dot));
      to("write error on the dot, nothing left", Worker.ended(worker, Ending.UNCERTAIN));
    }

    private void record() {
      String what = "recordOutcome " + Worker.ending(worker);
      Reaction recorded =
          call(Kind.RECORD, Reports.detail(Worker.verdicts(worker), Worker.ending(worker)));
      if (recorded.image().isPresent()) {
        to(what, written(recorded).remove(index));
        to(what + " applied, answer lost", written(recorded));
      } else {
        to(what + " changes nothing", new Draft(world, row).remove(index));
      }
    }
  }
}
