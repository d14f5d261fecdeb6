package dev.sendonce.ledger.exploration;

import dev.sendonce.ledger.exploration.Sabotage.Break;
import java.util.List;
import java.util.stream.Stream;

/**
 * One row of the table of guards in {@code deploy/docs/safety.md}: what is taken away and how many
 * steps later a promise is broken.
 *
 * @param steps of the shortest counterexample
 * @param stepsToBody of the shortest one in which a relay reads a body too many; 0 when there is
 *     none, or none was found within the bounds of the long test
 */
record Twin(String removed, Sabotage sabotage, int recipients, int steps, int stepsToBody) {
  /** Without these a promise is broken. */
  static Stream<Twin> broken() {
    return Stream.of(
        caller("latch before the dot", 3, 9, Break.DOT_WITHOUT_LATCH),
        guard("abort when the latch's re-read fails", 5, 12, "MARK_ABORT_WHEN_UNREADABLE"),
        caller("majority on that re-read", 5, 12, Break.READ_UNCOMMITTED),
        guard("markEndOfData: owner and epoch", 7, 12, "MARK_OWNER", "MARK_EPOCH"),
        guard("markEndOfData: owner and state", 5, 0, "MARK_OWNER", "MARK_STATE"),
        guard("settle: phase", 4, 11, "SETTLE_PHASE"),
        guard("openAttempt: epoch, and the latch's owner", 7, 12, "OPEN_EPOCH", "MARK_OWNER"),
        guard("openAttempt: state", 3, 10, "OPEN_STATE"),
        guard(
            "openAttempt also from opened, and the latch's owner and epoch",
            6,
            11,
            "OPEN_NOT_FROM_OPENED",
            "MARK_OWNER",
            "MARK_EPOCH"),
        guard(
            "openAttempt: token on the re-read, and the latch's owner",
            6,
            11,
            "OPEN_TOKEN_ON_REREAD",
            "MARK_OWNER"),
        caller("a random token for each execution", 6, 11, Break.SHARED_TOKEN),
        guard(
            "recordOutcome: not retired, and both effects of stop",
            14,
            0,
            "RECORD_NOT_RETIRED",
            "STOP_CLOSES",
            "OPEN_STOP"),
        guard("recordOutcome: epoch", 7, 17, "RECORD_EPOCH"),
        guard("recordOutcome: token and epoch", 7, 17, "RECORD_TOKEN", "RECORD_EPOCH"),
        guard("resolution: epoch and order id", 13, 20, "RESOLVE_EPOCH", "RESOLVE_ORDER"),
        guard("resolution: order id", 13, 0, "RESOLVE_ORDER"),
        guard("cancel: state", 4, 0, "CANCEL_STATE"),
        guard("guard time before a resend", 6, 0, "RESEND_WAITS"),
        guard("guard time before not_sent", 5, 0, "NOT_SENT_WAITS"),
        guard("doubt after a resend", 9, 0, "DOUBT"),
        guard("evidence: only about the newest attempt", 10, 17, "EVIDENCE_EPOCH"),
        new Twin(
            "the version of what was read, where reading and writing are two steps",
            Sabotage.without("VERSION").and(Break.LATE_WRITES),
            1,
            10,
            0),
        caller("only those still to be tried are carried", 7, 11, Break.CARRY_EVERYBODY).forTwo(),
        caller("a 4yz is believed for one recipient only", 6, 11, Break.TRUST_ANY_TRANSIENT)
            .forTwo(),
        guard("RCPT verdicts in the latch write", 6, 0, "MARK_VERDICTS").forTwo(),
        guard("evidence: only for those latched in its attempt", 11, 0, "EVIDENCE_LATCHED")
            .forTwo(),
        caller("recipients from the claim's post-image", 9, 13, Break.READ_RECIPIENTS_EARLY)
            .forTwo());
  }

  /** Another guard stands behind each of these, or an argument that the exploration cannot see. */
  static Stream<Twin> covered() {
    return Stream.of(
            "MARK_OWNER",
            "MARK_EPOCH",
            "MARK_STATE",
            "SETTLE_FENCE",
            "OPEN_EPOCH",
            "OPEN_STOP",
            "OPEN_NOT_FROM_OPENED",
            "OPEN_TOKEN_ON_REREAD",
            "RECORD_TOKEN",
            "RECORD_NOT_RETIRED",
            "RESEND_RETIRES",
            "STOP_CLOSES",
            "SETTLE_EPOCH",
            "RESOLVE_EPOCH",
            "EVIDENCE_DOUBT",
            "VERSION")
        .map(name -> guard(name, 0, 0, name));
  }

  private static Twin guard(String removed, int steps, int stepsToBody, String... guards) {
    return new Twin(removed, Sabotage.without(guards), 1, steps, stepsToBody);
  }

  private static Twin caller(String removed, int steps, int stepsToBody, Break rule) {
    return new Twin(removed, Sabotage.of(rule), 1, steps, stepsToBody);
  }

  private Twin forTwo() {
    return new Twin(removed, sabotage, 2, steps, stepsToBody);
  }

  /** The names of all guards that some row takes away. */
  static List<String> removedGuards() {
    return Stream.concat(broken(), covered())
        .flatMap(twin -> twin.sabotage().guards().stream())
        .distinct()
        .toList();
  }

  @Override
  public String toString() {
    return removed + ", " + recipients + " recipient(s)";
  }
}
