package dev.sendonce.ledger.exploration;

import dev.sendonce.ledger.Claim;
import dev.sendonce.ledger.Latch;
import dev.sendonce.ledger.Ledger;
import dev.sendonce.ledger.LedgerTwin;
import dev.sendonce.ledger.LedgerUnavailableException;
import dev.sendonce.ledger.Preparation;
import dev.sendonce.ledger.Sends;
import dev.sendonce.ledger.Transition;
import dev.sendonce.ledger.exploration.Call.Kind;
import dev.sendonce.ledger.exploration.Reaction.Answer;
import dev.sendonce.send.Decision;
import dev.sendonce.send.Reason;
import dev.sendonce.send.Send.EvidenceEntry;
import dev.sendonce.send.SendKey;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.bson.Document;

/**
 * The real ledger, called on one row at a time. The same call on the same canonical row is made
 * once and remembered. Not thread-safe.
 */
final class Calls {
  private static final SendKey KEY = new SendKey("explored");
  private static final Duration GUARD = Duration.ofMinutes(30);
  private static final Date GUARD_RUNS = Date.from(Instant.parse("2500-01-01T00:00:00Z"));
  private static final Date GUARD_PASSED = Date.from(Instant.EPOCH);

  private final Shapes shapes = new Shapes();
  private final OneRow store = new OneRow();
  private final Ledger ledger;
  private final int recipients;
  private final Reports reports;
  private final HeldWrites heldWrites = new HeldWrites();
  private final List<Map<Call, Reaction>> known = new ArrayList<>();
  private int made;

  Calls(Set<String> removedGuards, int recipients, Reports reports) {
    this.ledger =
        LedgerTwin.without(removedGuards, store, Clock.fixed(Sends.NOW, ZoneOffset.UTC), GUARD);
    this.recipients = recipients;
    this.reports = reports;
  }

  Shapes shapes() {
    return shapes;
  }

  /** How often the ledger was really called. */
  int made() {
    return made;
  }

  /** A send that was just accepted. */
  Shape accepted() {
    String[] people =
        IntStream.range(0, recipients)
            .mapToObj(i -> "p" + i + "@example.org")
            .toArray(String[]::new);
    store.load(null);
    if (!(ledger.prepare(Sends.keyed(KEY, people)) instanceof Preparation.Prepared)) {
      throw new IllegalStateException("The first row was not accepted.");
    }
    return shapes.canonical(shapes.image(store.written().orElseThrow()), 0);
  }

  Reaction call(Shape row, Call call) {
    while (known.size() <= row.id()) {
      known.add(new HashMap<>());
    }
    Map<Call, Reaction> calls = known.get(row.id());
    Reaction reaction = calls.get(call);
    if (reaction == null) {
      reaction = make(row, call);
      calls.put(call, reaction);
    }
    return reaction;
  }

  /**
   * Makes the call while the store holds a write back.
   *
   * @param answered how many writes of the call are answered before
   * @return the number of that write, or -1 when it makes none
   */
  int held(Shape row, Call call, int answered) {
    return heldWrites.number(
        row,
        call,
        answered,
        () -> {
          made++;
          store.load(prepare(row.document(), call.kind()));
          store.holdWrites(answered);
          dispatch(row, call);
          return store.held();
        });
  }

  /**
   * A write that was held back reaches the row.
   *
   * @param token the writer's token in this row
   * @param stale the row was written to since it was read
   * @param guardPassed by the server's clock
   */
  Late late(Shape row, int write, int token, boolean stale, boolean guardPassed) {
    Kind kind = heldWrites.kind(write);
    Document now = prepare(row.document(), guardPassed ? Kind.RESEND_LATE : Kind.RESEND_EARLY);
    store.load(stale ? new Document(now).append("version", 101L) : now);
    made++;
    return new Late(kind, store.apply(heldWrites.statement(write, token)).map(shapes::image));
  }

  /** What a late write did. */
  record Late(Kind kind, Optional<RowImage> image) {}

  private Reaction make(Shape row, Call call) {
    made++;
    store.load(prepare(row.document(), call.kind()));
    if (call.kind() == Kind.MARK_REREAD_LOCAL) {
      Document marked = marked(row, call);
      store.load(row.document());
      store.readsSee(marked);
    }
    switch (call.kind()) {
      case OPEN_REREAD, MARK_REREAD, MARK_REREAD_LOCAL -> store.holdWrites(0);
      case MARK_UNREADABLE -> {
        store.holdWrites(0);
        store.refuseReads();
      }
      default -> {
        // answered
      }
    }
    Reaction reaction = dispatch(row, call);
    return new Reaction(reaction.answer(), store.written().map(shapes::image), reaction.carried());
  }

  private Document marked(Shape row, Call call) {
    dispatch(row, new Call(Kind.MARK, call.attempt(), call.token(), call.detail()));
    return store.written().orElse(row.document());
  }

  /** The guard time runs, or has passed, by the server's clock. */
  private static Document prepare(Document row, Kind kind) {
    Date latchedAt =
        switch (kind) {
          case RESEND_LATE, NOT_SENT_LATE -> GUARD_PASSED;
          default -> GUARD_RUNS;
        };
    return row.get("lastEndOfDataAt") == null
        ? row
        : new Document(row).append("lastEndOfDataAt", latchedAt);
  }

  private Reaction dispatch(Shape row, Call call) {
    String token = RowImage.name(call.token());
    int attempt = call.attempt();
    try {
      return switch (call.kind()) {
        case OPEN, OPEN_REREAD ->
            claim(ledger.openAttempt(KEY, attempt, token, Sends.NOW, "node", Map.of()));
        case MARK, MARK_REREAD, MARK_UNREADABLE, MARK_REREAD_LOCAL ->
            latch(ledger.markEndOfData(KEY, attempt, token, reports.replies(call.detail())));
        case RECORD ->
            changed(
                ledger.recordOutcome(
                    KEY, attempt, token, reports.result(call.detail()), Sends.NOW));
        case SETTLE -> changed(ledger.settle(KEY, attempt, true, Sends.NOW, "settled"));
        case CANCEL -> changed(ledger.cancel(KEY, "eve", null));
        case EXPIRE -> changed(ledger.giveUp(KEY, Reason.EXPIRED, "expired"));
        case EXHAUST -> changed(ledger.exhaust(KEY, row.epoch()));
        case SENT -> changed(ledger.resolve(KEY, attempt, "word", Decision.SENT, "eve", null));
        case NOT_SENT_EARLY, NOT_SENT_LATE ->
            changed(ledger.resolve(KEY, attempt, "word", Decision.NOT_SENT, "eve", null));
        case RESEND_EARLY, RESEND_LATE ->
            changed(
                ledger.resolve(
                    KEY,
                    attempt,
                    Shapes.RESEND_ORDER + call.detail(),
                    Decision.RESEND,
                    "eve",
                    null));
        case ACCEPTED_EVIDENCE -> changed(evidence(attempt, "accepted", call.detail()));
        case NOT_ACCEPTED_EVIDENCE -> changed(evidence(attempt, "not_accepted", call.detail()));
        case ADOPT -> changed(ledger.adoptRestored(KEY, "eve"));
        case NOTE -> changed(ledger.note(KEY, "note", "eve", "nothing"));
        case PROBE -> changed(ledger.noteProbe(KEY, attempt, true, "nothing"));
        case ATTACH -> changed(ledger.attachEvidence(KEY, finding("bounced", attempt)));
        case RESCHEDULE -> changed(ledger.reschedule(KEY, Sends.NOW, "eve"));
        case RETRY_NOW -> changed(ledger.retryNow(KEY, "eve"));
      };
    } catch (LedgerUnavailableException e) {
      return new Reaction(Answer.UNAVAILABLE, Optional.empty(), 0);
    }
  }

  private Transition evidence(int attempt, String finding, int mask) {
    List<Integer> named =
        IntStream.range(0, recipients).filter(i -> (mask >> i & 1) == 1).boxed().toList();
    return ledger.addEvidence(KEY, attempt, named, finding(finding, attempt), Sends.NOW);
  }

  private static EvidenceEntry finding(String finding, int attempt) {
    return new EvidenceEntry(finding, attempt, "source", finding, Sends.NOW, null, false);
  }

  private static Reaction claim(Claim claim) {
    if (claim instanceof Claim.Claimed claimed) {
      int mask = claimed.sendable().stream().mapToInt(i -> 1 << i).sum();
      return new Reaction(Answer.CLAIMED, Optional.empty(), mask);
    }
    return new Reaction(Answer.NOT_CLAIMED, Optional.empty(), 0);
  }

  private static Reaction latch(Latch latch) {
    return new Reaction(
        latch instanceof Latch.Latched ? Answer.LATCHED : Answer.NOT_LATCHED, Optional.empty(), 0);
  }

  private static Reaction changed(Transition transition) {
    if (transition instanceof Transition.Applied) {
      return new Reaction(Answer.APPLIED, Optional.empty(), 0);
    }
    return new Reaction(
        transition instanceof Transition.Refused ? Answer.REFUSED : Answer.MISSED,
        Optional.empty(),
        0);
  }
}
