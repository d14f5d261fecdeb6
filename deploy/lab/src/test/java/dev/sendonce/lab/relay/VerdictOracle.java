package dev.sendonce.lab.relay;

import dev.sendonce.lab.relay.journal.CompletedBody;
import dev.sendonce.lab.relay.journal.Journal;
import dev.sendonce.send.Outcome;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** Compares what our side concluded with what the relay's journal says (invariants I1, I3, I6). */
final class VerdictOracle {
  private final Journal journal;
  private final List<String> contradictions = new ArrayList<>();

  private VerdictOracle(Journal journal) {
    this.journal = journal;
  }

  /** Everything on which attempts and journal disagree; empty when all is well. */
  static List<String> contradictions(List<Attempt> attempts, Journal journal) {
    VerdictOracle oracle = new VerdictOracle(journal);
    attempts.forEach(oracle::judge);
    journal
        .bodyCompleteNumbers()
        .forEach(
            (delivery, number) ->
                oracle.check(number <= 1, "body-complete number " + number + " of " + delivery));
    return oracle.contradictions;
  }

  private void judge(Attempt attempt) {
    String name = attempt.letter().sendId() + " attempt " + attempt.number() + ": ";
    List<CompletedBody> bodies =
        journal.bodies().stream()
            .filter(b -> b.body().from().equals(attempt.letter().sender(attempt.number())))
            .toList();
    check(attempt.latches() <= 1, name + "latched more than once");
    check(bodies.size() <= 1, name + "more than one body read");
    check(bodies.isEmpty() || attempt.latches() == 1, name + "a dot was written unlatched");
    for (CompletedBody body : bodies) {
      check(body.body().sha256().equals(attempt.letter().sha256()), name + "other bytes arrived");
      check(
          new HashSet<>(body.recipients()).equals(new HashSet<>(attempt.taken())),
          name + "recipients differ: " + body.recipients());
    }
    Outcome outcome = attempt.outcome();
    if (outcome instanceof Outcome.Accepted) {
      check(
          bodies.stream().anyMatch(b -> b.kept() || b.replyCode().orElse(0) / 100 == 2),
          name + "called accepted, but neither kept nor acknowledged");
    } else if (outcome instanceof Outcome.Uncertain) {
      check(attempt.latches() == 1, name + "called uncertain without a latch");
    } else {
      check(
          bodies.stream().allMatch(CompletedBody::refused),
          name + "called " + outcome.wire() + ", but the relay read it and did not refuse");
    }
  }

  private void check(boolean holds, String otherwise) {
    if (!holds) {
      contradictions.add(otherwise);
    }
  }
}
