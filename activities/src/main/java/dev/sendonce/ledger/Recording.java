package dev.sendonce.ledger;

import dev.sendonce.send.AttemptPhase;
import dev.sendonce.send.AttemptResult;
import dev.sendonce.send.Outcome;
import dev.sendonce.send.RecipientOutcome;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import dev.sendonce.send.SendState;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.bson.Document;

/**
 * What the owner of an attempt reports. The usual report, a 2yz reply for everybody who is still
 * open, is one constant write without a read before it, because between reading that reply and its
 * record a crash costs certainty. Everything else is derived from the row. Thread-safe.
 */
final class Recording {
  private static final String IN = "in";
  private static final Document OPEN =
      new Document(
          "$in",
          List.of(
              RecipientOutcome.PENDING.wire(),
              RecipientOutcome.DEFERRED.wire(),
              RecipientOutcome.UNCERTAIN.wire()));

  private final SendStore store;
  private final Rewrite rewrite;
  private final Clock clock;
  private final Guards guards;

  Recording(SendStore store, Rewrite rewrite, Clock clock, Guards guards) {
    this.store = store;
    this.rewrite = rewrite;
    this.clock = clock;
    this.guards = guards;
  }

  Transition record(SendKey key, int attempt, String token, AttemptResult result, Instant retryAt) {
    if (result.outcome() instanceof Outcome.Accepted accepted) {
      Optional<Send> hit = acceptedByAll(key, attempt, token, accepted);
      if (hit.isPresent()) {
        return new Transition.Applied(hit.get());
      }
    }
    return rewrite.run(key, (row, stamp) -> decide(row, stamp, attempt, token, result, retryAt));
  }

  private Optional<Send> acceptedByAll(
      SendKey key, int attempt, String token, Outcome.Accepted accepted) {
    Document others =
        new Document(Row.OUTCOME, OPEN).append(Row.IN_TRANSACTION, new Document("$ne", true));
    Document filter =
        semantic(attempt, token)
            .append(Row.ID, key.value())
            .append(Row.STATE, SendState.SMTP_INFLIGHT.wire())
            .append(Row.PHASE, AttemptPhase.END_OF_DATA.wire())
            .append(Row.RECIPIENTS, new Document("$not", new Document("$elemMatch", others)));
    Stamp stamp = new Stamp(UUID.randomUUID().toString(), clock.instant());
    Change change =
        new Change(SendState.SMTP_ACCEPTED, entry(stamp, attempt, accepted))
            .set(Row.PHASE, null)
            .set(Row.OWNER, null)
            .set(Row.attempt(attempt, Row.OUTCOME), accepted.wire())
            .set(Row.attempt(attempt, Row.REPLY), Bson.reply(accepted.reply()))
            .set(Row.attempt(attempt, Row.QUEUE_ID), accepted.queueId())
            .set(Row.recipients(IN, Row.REPLY), Bson.reply(accepted.reply()))
            .set(Row.recipients(IN, Row.DOUBT), false)
            // last: the embedded store evaluates the array filter again for each path
            .set(Row.recipients(IN, Row.OUTCOME), RecipientOutcome.ACCEPTED.wire())
            .where(
                new Document(IN + "." + Row.IN_TRANSACTION, true)
                    .append(IN + "." + Row.OUTCOME, OPEN));
    try {
      return store
          .findOneAndUpdate(filter, change.update(), change.arrayFilters())
          .map(SendCodec::decode);
    } catch (UnansweredException e) {
      // The row tells below whether it was applied; if it is applied later still, it misses or
      // finds its own outcome.
      return Optional.empty();
    }
  }

  private Document semantic(int attempt, String token) {
    Document filter = new Document();
    if (guards.has(Guard.RECORD_EPOCH)) {
      filter.append(Row.EPOCH, attempt);
    }
    if (guards.has(Guard.RECORD_TOKEN)) {
      filter.append(Row.attempt(attempt, Row.TOKEN), token);
    }
    if (guards.has(Guard.RECORD_NOT_RETIRED)) {
      filter.append(Row.attempt(attempt, Row.RETIRED), new Document("$ne", true));
    }
    return filter;
  }

  private Step decide(
      Send row, Stamp stamp, int number, String token, AttemptResult result, Instant retryAt) {
    Optional<Send.Attempt> found = row.attempt(number);
    if (found.isEmpty() || (guards.has(Guard.RECORD_TOKEN) && !token.equals(found.get().token()))) {
      return Step.missed(row);
    }
    Send.Attempt attempt = found.get();
    if (isKnown(attempt, result.outcome())) {
      return Step.applied(row);
    }
    if (isFinal(attempt)) {
      return Step.missed(row);
    }
    return countsInFull(row, attempt)
        ? own(row, stamp, attempt, token, result, retryAt)
        : new LateReport(attempt, row.erasedAt() == null ? result : Erasing.withoutTexts(result))
            .decide(row, stamp, semantic(number, token));
  }

  /** Reported before; a later report may still replace an uncertain one. */
  private static boolean isKnown(Send.Attempt attempt, Outcome outcome) {
    return outcome.wire().equals(attempt.outcome())
        && (!(outcome instanceof Outcome.Uncertain)
            || attempt.reply() != null
            || AttemptFold.reply(outcome) == null);
  }

  /** A reply that decided is never replaced. */
  private static boolean isFinal(Send.Attempt attempt) {
    return "accepted".equals(attempt.outcome()) || "rejected".equals(attempt.outcome());
  }

  private boolean countsInFull(Send row, Send.Attempt attempt) {
    boolean open =
        row.state() == SendState.SMTP_INFLIGHT
            || row.state() == SendState.CONFIRMING
            || row.state() == SendState.UNCONFIRMED;
    return open
        && (row.epoch() == attempt.number() || !guards.has(Guard.RECORD_EPOCH))
        && (!attempt.retired() || !guards.has(Guard.RECORD_NOT_RETIRED));
  }

  private Step own(
      Send row,
      Stamp stamp,
      Send.Attempt attempt,
      String token,
      AttemptResult result,
      Instant retryAt) {
    AttemptFold fold =
        new AttemptFold(attempt, result, guards.has(Guard.STOP_CLOSES) ? row.stop() : null);
    List<Send.Recipient> after =
        row.state() == SendState.SMTP_INFLIGHT
            ? fold.whileOwned(row.recipients())
            : fold.late(row.recipients());
    Derivation derived = Derivation.of(after, row.state());
    Change change =
        Change.derived(derived, attempt.phase(), entry(stamp, attempt.number(), result.outcome()))
            .recipients(row.recipients(), after)
            .report(attempt, result.outcome());
    if (derived.state() == SendState.PREPARED) {
      change.at(Row.RETRY_AT, retryAt);
    }
    Document semantic = semantic(attempt.number(), token).append(Row.STATE, row.state().wire());
    return Step.write(
        row.phase() == null ? semantic : semantic.append(Row.PHASE, row.phase().wire()), change);
  }

  static Entry entry(Stamp stamp, int attempt, Outcome outcome) {
    String cause = AttemptFold.cause(outcome);
    String reply =
        AttemptFold.reply(outcome) == null
            ? null
            : AttemptFold.reply(outcome).redacted().toString();
    String detail = cause == null ? reply : reply == null ? cause : cause + " (" + reply + ")";
    return stamp.entry(Causes.OUTCOME + outcome.wire(), attempt, detail);
  }
}
