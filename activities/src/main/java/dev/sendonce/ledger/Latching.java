package dev.sendonce.ledger;

import dev.sendonce.send.AttemptPhase;
import dev.sendonce.send.RcptReply;
import dev.sendonce.send.RcptReply.Verdict;
import dev.sendonce.send.RecipientOutcome;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import dev.sendonce.send.SendState;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.bson.Document;

/**
 * The latch: recorded before the first byte of the final dot, one constant write, no version. Only
 * a hit, or a majority re-read that shows my token and {@code end_of_data}, lets the dot go; "not
 * applied yet" does not mean "never will be" (rule 2). The write carries the RCPT verdicts, so that
 * whoever settles knows who was in the transaction (rule 3), and is stamped by the server's clock,
 * from which the guard counts. Thread-safe.
 */
final class Latching {
  private static final String IN = "in";
  private static final String OUT = "out";

  private final SendStore store;
  private final Clock clock;
  private final Guards guards;
  private final Patience patience;

  Latching(SendStore store, Clock clock, Guards guards, Patience patience) {
    this.store = store;
    this.clock = clock;
    this.guards = guards;
    this.patience = patience;
  }

  Latch mark(SendKey key, int attempt, String token, List<RcptReply> replies) {
    Change change = change(attempt, replies);
    try {
      return store
              .findOneAndUpdate(filter(key, attempt, token), change.update(), change.arrayFilters())
              .isPresent()
          ? new Latch.Latched()
          : new Latch.NotLatched("The attempt does not own the send any more.");
    } catch (UnansweredException e) {
      return read(key, attempt, token);
    }
  }

  private Latch read(SendKey key, int attempt, String token) {
    Patience.Waiting waiting = patience.start();
    do {
      try {
        Optional<Send> row = store.find(key.value()).map(SendCodec::decode);
        return row.isPresent() && isMine(row.get(), attempt, token)
            ? new Latch.Latched()
            : new Latch.NotLatched("The latch was not answered and does not show.");
      } catch (UnansweredException e) {
        if (!guards.has(Guard.MARK_ABORT_WHEN_UNREADABLE)) {
          return new Latch.Latched();
        }
      }
    } while (waiting.again());
    return new Latch.NotLatched("The ledger did not answer.");
  }

  private static boolean isMine(Send row, int attempt, String token) {
    return row.state() == SendState.SMTP_INFLIGHT
        && row.phase() == AttemptPhase.END_OF_DATA
        && row.epoch() == attempt
        && token.equals(row.owner());
  }

  private Document filter(SendKey key, int attempt, String token) {
    Document filter = new Document(Row.ID, key.value());
    if (guards.has(Guard.MARK_STATE)) {
      filter
          .append(Row.STATE, SendState.SMTP_INFLIGHT.wire())
          .append(Row.PHASE, AttemptPhase.OPENED.wire());
    }
    if (guards.has(Guard.MARK_EPOCH)) {
      filter.append(Row.EPOCH, attempt);
    }
    if (guards.has(Guard.MARK_OWNER)) {
      filter.append(Row.OWNER, token);
    }
    return filter;
  }

  private Change change(int attempt, List<RcptReply> replies) {
    Stamp stamp = new Stamp(UUID.randomUUID().toString(), clock.instant());
    List<Integer> latched =
        replies.stream().filter(this::latches).map(RcptReply::recipient).toList();
    Change change =
        new Change(
                SendState.SMTP_INFLIGHT,
                stamp.entry(
                    Causes.END_OF_DATA, attempt, latched.size() + " recipient(s) in transaction"))
            .set(Row.PHASE, AttemptPhase.END_OF_DATA.wire())
            .set(Row.attempt(attempt, Row.PHASE), AttemptPhase.END_OF_DATA.wire())
            .set(Row.attempt(attempt, Row.RECIPIENTS), latched)
            .serverTime(Row.LAST_END_OF_DATA_AT)
            .serverTime(Row.attempt(attempt, Row.END_OF_DATA_AT))
            .set(Row.recipients(IN, Row.IN_TRANSACTION), true)
            .where(new Document(IN + "." + Row.N, new Document("$in", latched)))
            .set(Row.recipients(OUT, Row.IN_TRANSACTION), false)
            .where(new Document(OUT + "." + Row.N, new Document("$nin", latched)));
    if (guards.has(Guard.MARK_VERDICTS)) {
      replies.forEach(reply -> verdict(change, reply));
    }
    return change;
  }

  private boolean latches(RcptReply reply) {
    return guards.has(Guard.MARK_VERDICTS)
        ? reply.verdict() == Verdict.TAKEN
        : reply.verdict() != Verdict.NOT_ASKED;
  }

  /** The fate of a recipient that is not in the transaction; doubted ones are never refused. */
  private static void verdict(Change change, RcptReply reply) {
    int i = reply.recipient();
    if (reply.verdict() == Verdict.DEFERRED) {
      element(change, "later" + i, RecipientOutcome.DEFERRED, reply)
          .where(new Document("later" + i + "." + Row.N, i));
    } else if (reply.verdict() == Verdict.REFUSED) {
      element(change, "refused" + i, RecipientOutcome.REFUSED, reply)
          .where(
              new Document("refused" + i + "." + Row.N, i)
                  .append("refused" + i + "." + Row.DOUBT, new Document("$ne", true)));
      element(change, "doubted" + i, RecipientOutcome.UNCERTAIN, reply)
          .where(
              new Document("doubted" + i + "." + Row.N, i)
                  .append("doubted" + i + "." + Row.DOUBT, true));
    }
  }

  private static Change element(
      Change change, String identifier, RecipientOutcome outcome, RcptReply reply) {
    return change
        .set(Row.recipients(identifier, Row.OUTCOME), outcome.wire())
        .set(Row.recipients(identifier, Row.REPLY), Bson.reply(reply.reply()));
  }
}
