package dev.sendonce.ledger.exploration;

import dev.sendonce.ledger.exploration.Pending.Kind;
import dev.sendonce.ledger.exploration.Sabotage.Break;
import dev.sendonce.ledger.exploration.Worker.At;
import dev.sendonce.ledger.exploration.Worker.Ending;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;

/**
 * One representative for worlds that cannot be told apart: tokens are numbered by their place; on a
 * finished send only what can still write a dot matters; a write or a report that can have no
 * effect any more is forgotten, as long as the guards are in force on which that rests.
 */
final class Normal {
  private static final Set<String> REPORTING =
      Set.of("RECORD_TOKEN", "RECORD_EPOCH", "RECORD_NOT_RETIRED", "RESEND_RETIRES");
  private static final Set<String> FINISHED =
      Set.of("MARK_STATE", "RECORD_TOKEN", "RECORD_EPOCH", "RECORD_NOT_RETIRED");
  private static final Set<String> LATCHING =
      Set.of("MARK_STATE", "MARK_EPOCH", "MARK_OWNER", "SETTLE_FENCE", "OPEN_EPOCH");

  private final Shapes shapes;
  private final boolean allTokensLive;
  private final boolean forgetOnFinished;
  private final boolean forgetReports;
  private final boolean forgetLatches;
  private final boolean forgetClaims;

  Normal(Shapes shapes, Bounds bounds, Sabotage sabotage) {
    this.shapes = shapes;
    this.allTokensLive = sabotage.has(Break.SHARED_TOKEN);
    boolean epochGrows =
        bounds.forgets()
            && !sabotage.lacks("OPEN_EPOCH")
            && !allTokensLive
            && bounds.restores() == 0;
    this.forgetOnFinished =
        bounds.forgets() && FINISHED.stream().noneMatch(sabotage::lacks) && bounds.restores() == 0;
    this.forgetReports = epochGrows && REPORTING.stream().noneMatch(sabotage::lacks);
    this.forgetLatches = epochGrows && LATCHING.stream().noneMatch(sabotage::lacks);
    this.forgetClaims = epochGrows;
  }

  World of(Draft draft) {
    RowImage image = draft.image();
    int[] workers = draft.workers;
    int[] pending = draft.pending;
    int budget = draft.budget;
    if (image.isFinal() && forgetOnFinished) {
      workers = Arrays.stream(workers).filter(w -> Worker.at(w) == At.LATCHED).toArray();
      pending = new int[0];
      budget = 0;
    } else {
      workers = Arrays.stream(workers).filter(w -> !isSpent(w, image)).toArray();
      pending =
          Arrays.stream(pending)
              .filter(p -> !isSpent(p, draft))
              .map(p -> staleIf(draft.rowWritten(), p))
              .toArray();
    }
    return renumbered(draft, workers, draft.dots, pending, budget);
  }

  /** The report of an attempt that counts no more and is not an acceptance changes nothing. */
  private boolean isSpent(int worker, RowImage image) {
    if (!forgetReports || Worker.at(worker) != At.ENDED) {
      return false;
    }
    int attempt = Worker.attempt(worker);
    return Worker.ending(worker) != Ending.ACCEPTED
        && (attempt < image.epoch() || image.retired(attempt) || image.isPrepared());
  }

  private boolean isSpent(int pending, Draft draft) {
    RowImage image = draft.image();
    return switch (Pending.kind(pending)) {
      case CLAIM -> forgetClaims && Pending.attempt(pending) <= image.epoch();
      case LATCH ->
          forgetLatches
              && Pending.attempt(pending) <= image.epoch()
              && !(image.isOnlyOpened()
                  && Pending.attempt(pending) == image.epoch()
                  && number(image.owner(), draft) == Pending.token(pending));
      case RESEND, WRITE -> false;
    };
  }

  private static int staleIf(boolean written, int pending) {
    return written && Pending.kind(pending) == Kind.WRITE ? Pending.flagged(pending) : pending;
  }

  private World renumbered(Draft draft, int[] workers, int[] dots, int[] pending, int budget) {
    int[] numbers = new int[16];
    boolean[] held = new boolean[16];
    for (int worker : workers) {
      held[Worker.token(worker)] = true;
    }
    for (int dot : dots) {
      held[Dot.token(dot)] = true;
    }
    for (int p : pending) {
      held[tokenOf(p)] = true;
    }
    List<String> slots = draft.image().tokens();
    int live = 0;
    int next = 1;
    for (int slot = 0; slot < slots.size(); slot++) {
      int number = number(slots.get(slot), draft);
      if (held[number] || allTokensLive) {
        live |= 1 << slot;
        numbers[number] = next++;
      }
    }
    Shape row = shapes.canonical(draft.image(), live);
    int[] sortedWorkers = sorted(workers, Worker::token, Worker::withToken);
    int[] sortedDots = sorted(dots, Dot::token, Dot::withToken);
    for (int worker : sortedWorkers) {
      next = number(numbers, Worker.token(worker), next);
    }
    for (int dot : sortedDots) {
      next = number(numbers, Dot.token(dot), next);
    }
    for (int p : pending) {
      next = number(numbers, tokenOf(p), next);
    }
    return new World(
        row.id(),
        map(sortedWorkers, w -> Worker.withToken(w, numbers[Worker.token(w)])),
        map(sortedDots, d -> Dot.withToken(d, numbers[Dot.token(d)])),
        map(pending, p -> tokenOf(p) == 0 ? p : Pending.withToken(p, numbers[Pending.token(p)])),
        draft.truth,
        budget,
        backup(draft.backup, numbers));
  }

  /** The backup in canonical form, too: of its tokens only those count that somebody holds. */
  private int[] backup(int[] backup, int[] numbers) {
    if (backup.length == 0) {
      return backup;
    }
    int live = 0;
    int[] kept = new int[] {0};
    for (int i = 1; i < backup.length; i++) {
      if (numbers[backup[i]] != 0) {
        live |= 1 << (i - 1);
        kept = Bits.with(kept, numbers[backup[i]]);
      }
    }
    kept[0] = shapes.canonical(shapes.get(backup[0]).image(), live).id();
    return kept;
  }

  private static int number(int[] numbers, int token, int next) {
    if (token == 0 || numbers[token] != 0) {
      return next;
    }
    numbers[token] = next;
    return next + 1;
  }

  private static int tokenOf(int pending) {
    return Pending.kind(pending) == Kind.RESEND ? 0 : Pending.token(pending);
  }

  private static int number(String name, Draft draft) {
    return draft.number(RowImage.number(name));
  }

  /** By everything but the token, so that the numbering does not depend on older numbers. */
  private static int[] sorted(int[] values, IntUnaryOperator token, IntBinaryOperator withToken) {
    int[] sorted = values.clone();
    for (int i = 1; i < sorted.length; i++) {
      for (int j = i;
          j > 0 && key(sorted[j - 1], token, withToken) > key(sorted[j], token, withToken);
          j--) {
        int swap = sorted[j];
        sorted[j] = sorted[j - 1];
        sorted[j - 1] = swap;
      }
    }
    return sorted;
  }

  private static long key(int value, IntUnaryOperator token, IntBinaryOperator withToken) {
    return ((long) withToken.applyAsInt(value, 0) << 4) | token.applyAsInt(value);
  }

  private static int[] map(int[] values, IntUnaryOperator mapping) {
    int[] mapped = new int[values.length];
    for (int i = 0; i < mapped.length; i++) {
      mapped[i] = mapping.applyAsInt(values[i]);
    }
    Arrays.sort(mapped);
    return mapped;
  }
}
