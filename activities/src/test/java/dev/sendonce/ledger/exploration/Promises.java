package dev.sendonce.ledger.exploration;

import dev.sendonce.ledger.exploration.Call.Kind;
import dev.sendonce.ledger.exploration.Worker.Ending;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The invariants of DESIGN 3 that this exploration can see, checked in every world. */
final class Promises {
  /** The beginning of the text when a relay has read a body too many. */
  static final String TOO_MANY = "I1: too many: ";

  private final Calls calls;
  private final String counted;
  private final boolean anybody;
  private final Map<Integer, String> ofRow = new HashMap<>();

  /**
   * @param counted which promises to look at, by the beginning of their text
   * @param anybody ask on finished sends also in the name of tokens that nobody may have
   */
  Promises(Calls calls, String counted, boolean anybody) {
    this.calls = calls;
    this.counted = counted;
    this.anybody = anybody;
  }

  boolean counts(String broken) {
    return broken.startsWith(counted);
  }

  /** The first promise that is broken here. */
  Optional<String> broken(World world) {
    return first(world).filter(this::counts);
  }

  private Optional<String> first(World world) {
    Shape row = calls.shapes().get(world.row());
    for (int i = 0; i < row.recipients(); i++) {
      String broken = broken(world, row, i);
      if (!broken.isEmpty()) {
        return Optional.of(broken + " (recipient " + (i + 1) + ")");
      }
    }
    String alone = ofRow.get(row.id());
    if (alone == null) {
      alone = alone(row);
      ofRow.put(row.id(), alone);
    }
    return alone.isEmpty() ? Optional.empty() : Optional.of(alone);
  }

  private static String broken(World world, Shape row, int i) {
    int kept = Truth.kept(world.truth(), i);
    int completed = Truth.completed(world.truth(), i);
    if (completed > Truth.allowed(world.truth(), i)) {
      return TOO_MANY + completed + " bodies, " + Truth.allowed(world.truth(), i) + " allowed";
    }
    if (completed > Truth.allowedNow(world.truth(), i)) {
      return "I1: a body after a word that forbade it";
    }
    boolean canArrive = world.canArrive(row, 1 << i);
    return switch (row.letter(i)) {
      case 'a' -> when(kept == 0, "I3: accepted, but no relay kept it");
      case 'r', 'x' ->
          kept > 0
              ? "I3: refused or given up, but a relay kept it"
              : when(row.isFinal() && canArrive, "I3: closed, but a dot can still arrive");
      case 'n' -> when(canArrive, "I8: not sent by a person's word, but a dot can still arrive");
      case 'd' -> {
        boolean mayGo = row.prepared() && !row.doubted(i) && Truth.allowed(world.truth(), i) == 1;
        yield when(
            mayGo && (kept > 0 || canArrive),
            "I5: may be sent again, but an earlier attempt was kept or can still arrive");
      }
      default -> "";
    };
  }

  private static String when(boolean broken, String promise) {
    return broken ? promise : "";
  }

  private String alone(Shape row) {
    String letters = row.letters();
    for (Kind kind : List.of(Kind.NOTE, Kind.PROBE, Kind.ATTACH, Kind.RESCHEDULE, Kind.RETRY_NOW)) {
      Optional<RowImage> image = calls.call(row, Call.of(kind, row.epoch())).image();
      if (image.isPresent() && image.get() != row.image()) {
        return "a bystander changed more than lines and times: " + kind;
      }
    }
    if (row.isFinal()) {
      return tombstone(row, letters);
    }
    if (!leads(row, false, 0)) {
      return "liveness: waits for nobody and for nothing that is named";
    }
    return leads(row, true, 0) ? "" : "liveness: no end, not even with a person's word";
  }

  private String tombstone(Shape row, String letters) {
    boolean sent = letters.indexOf('a') >= 0 || letters.indexOf('A') >= 0;
    if (letters.matches(".*[diu].*")) {
      return "I2: finished, but somebody is left open";
    }
    if (sent != row.isSent()) {
      return "I3: sent and accepted do not go together";
    }
    for (int attempt = 1; attempt <= row.epoch() + 1; attempt++) {
      for (Call call : onTombstone(row, attempt)) {
        Optional<RowImage> image = calls.call(row, call).image();
        if (image.isPresent()
            && !calls.shapes().canonical(image.get(), 0).verdict().equals(row.verdict())) {
          return "I4: a finished send came alive again by " + call;
        }
      }
    }
    return "";
  }

  private List<Call> onTombstone(Shape row, int attempt) {
    List<Call> all =
        new ArrayList<>(
            List.of(
                new Call(Kind.OPEN, attempt, Call.FOREIGN, 0),
                Call.of(Kind.SETTLE, attempt),
                new Call(Kind.ACCEPTED_EVIDENCE, attempt, 0, 3),
                new Call(Kind.NOT_ACCEPTED_EVIDENCE, attempt, 0, 3),
                Call.of(Kind.CANCEL),
                Call.of(Kind.EXPIRE),
                Call.of(Kind.EXHAUST),
                new Call(Kind.RESEND_LATE, row.epoch(), 0, 1),
                Call.of(Kind.NOT_SENT_LATE, row.epoch()),
                Call.of(Kind.SENT, row.epoch()),
                Call.of(Kind.ADOPT)));
    if (anybody) {
      int token = row.token(attempt) == 0 ? Call.FOREIGN : row.token(attempt);
      int taken = Worker.verdicts((1 << row.recipients()) - 1, Worker.TAKEN);
      all.add(new Call(Kind.MARK, attempt, token, taken));
      all.add(new Call(Kind.RECORD, attempt, token, Reports.detail(taken, Ending.ACCEPTED)));
      all.add(new Call(Kind.RECORD, attempt, token, Reports.detail(taken, Ending.ABORTED)));
    }
    return all;
  }

  /**
   * With every execution dead: do settling, exhaustion and expiry lead to an end, or to a person?
   */
  private boolean leads(Shape row, boolean toTheEnd, int steps) {
    if (row.isFinal() || (!toTheEnd && row.unconfirmed())) {
      return true;
    }
    if (steps > 4) {
      return false;
    }
    List<Call> ways =
        toTheEnd && row.uncertain()
            ? List.of(
                Call.of(Kind.EXHAUST),
                Call.of(Kind.SENT, row.epoch()),
                Call.of(Kind.NOT_SENT_LATE, row.epoch()))
            : List.of(
                Call.of(Kind.SETTLE, row.epoch()), Call.of(Kind.EXHAUST), Call.of(Kind.EXPIRE));
    for (Call way : ways) {
      Optional<RowImage> image = calls.call(row, way).image();
      if (image.isPresent()
          && leads(calls.shapes().canonical(image.get(), 0), toTheEnd, steps + 1)) {
        return true;
      }
    }
    return false;
  }
}
