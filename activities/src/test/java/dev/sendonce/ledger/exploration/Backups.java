package dev.sendonce.ledger.exploration;

import dev.sendonce.ledger.exploration.Call.Kind;
import java.util.Arrays;

/**
 * A backup is taken at some time, and at some later time MongoDB is restored from it. Nodes refuse
 * to run on the restored database until the send was adopted, so both are one step; what executions
 * of before still do is explored. What people said since the backup is lost with it: from then on
 * only the number of letters that they allowed in all counts, and requests under way have died with
 * the nodes.
 */
final class Backups implements Moves.Actor {
  private final Calls calls;

  Backups(Calls calls) {
    this.calls = calls;
  }

  @Override
  public void move(World world, Shape row, Moves.Sink sink) {
    if (Budget.restores(world.budget()) == 0) {
      return;
    }
    if (world.backup().length == 0) {
      Draft draft = new Draft(world, row);
      draft.backup = identity(row);
      sink.go(() -> "backup taken", draft);
      return;
    }
    Shape saved = calls.shapes().get(world.backup()[0]);
    int[] numbers = Arrays.copyOfRange(world.backup(), 1, world.backup().length);
    RowImage adopted = calls.call(saved, Call.of(Kind.ADOPT)).image().orElse(saved.image());
    Draft draft = new Draft(world, row).restored(adopted, numbers);
    draft.backup = new int[0];
    draft.budget = Budget.restored(world.budget());
    draft.pending =
        Arrays.stream(world.pending())
            .filter(p -> Pending.kind(p) != Pending.Kind.RESEND)
            .toArray();
    for (int i = 0; i < row.recipients(); i++) {
      int allowed = Truth.allowed(world.truth(), i);
      draft.truth(Truth.allow(draft.truth, i, allowed, allowed));
    }
    sink.go(() -> "MongoDB restored from the backup and the send adopted", draft);
  }

  private static int[] identity(Shape row) {
    int[] backup = new int[row.image().tokens().size() + 1];
    backup[0] = row.id();
    for (int i = 1; i < backup.length; i++) {
      backup[i] = i;
    }
    return backup;
  }
}
