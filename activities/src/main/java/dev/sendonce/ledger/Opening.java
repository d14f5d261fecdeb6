package dev.sendonce.ledger;

import dev.sendonce.send.AttemptPhase;
import dev.sendonce.send.RecipientOutcome;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import dev.sendonce.send.SendState;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.bson.Document;

/** The claim of an attempt: one constant write, no version. Thread-safe. */
final class Opening {
  /** Recipients that the next attempt carries. */
  static final Document SENDABLE =
      new Document(
          "$in", List.of(RecipientOutcome.PENDING.wire(), RecipientOutcome.DEFERRED.wire()));

  private final SendStore store;
  private final Clock clock;
  private final Guards guards;
  private final Patience patience;

  Opening(SendStore store, Clock clock, Guards guards, Patience patience) {
    this.store = store;
    this.clock = clock;
    this.guards = guards;
    this.patience = patience;
  }

  Claim open(
      SendKey key,
      int attempt,
      String token,
      Instant deadline,
      String node,
      Map<String, String> baseline) {
    Change change = change(attempt, token, deadline, node, baseline);
    boolean answered;
    try {
      Optional<Document> post =
          store.findOneAndUpdate(filter(key, attempt), change.update(), change.arrayFilters());
      if (post.isPresent()) {
        return new Claim.Claimed(SendCodec.decode(post.get()));
      }
      answered = true;
    } catch (UnansweredException e) {
      answered = false;
    }
    return read(key, attempt, token, answered);
  }

  /** The row decides; asking again is harmless, writing again would not be. */
  private Claim read(SendKey key, int attempt, String token, boolean answered) {
    Patience.Waiting waiting = patience.start();
    String cause;
    do {
      try {
        Optional<Send> found = store.find(key.value()).map(SendCodec::decode);
        if (found.isEmpty()) {
          return new Claim.NotFound();
        }
        Send row = found.get();
        if (isMine(row, attempt, token)) {
          return new Claim.Claimed(row);
        }
        if (answered || row.epoch() >= attempt) {
          return new Claim.NotClaimed(row);
        }
        return new Claim.Unknown("The claim was not answered and may still be applied.");
      } catch (UnansweredException e) {
        cause = e.getMessage();
      }
    } while (waiting.again());
    return new Claim.Unknown(cause);
  }

  private boolean isMine(Send row, int attempt, String token) {
    return row.state() == SendState.SMTP_INFLIGHT
        && row.phase() == AttemptPhase.OPENED
        && row.epoch() == attempt
        && (token.equals(row.owner()) || !guards.has(Guard.OPEN_TOKEN_ON_REREAD));
  }

  private Document filter(SendKey key, int attempt) {
    Document filter = new Document(Row.ID, key.value());
    if (!guards.has(Guard.OPEN_NOT_FROM_OPENED)) {
      filter.append(
          "$or",
          List.of(
              new Document(Row.STATE, SendState.PREPARED.wire()),
              new Document(Row.STATE, SendState.SMTP_INFLIGHT.wire())
                  .append(Row.PHASE, AttemptPhase.OPENED.wire())));
    } else if (guards.has(Guard.OPEN_STATE)) {
      filter.append(Row.STATE, SendState.PREPARED.wire());
    }
    if (guards.has(Guard.OPEN_STOP)) {
      filter.append(Row.STOP, null);
    }
    if (guards.has(Guard.OPEN_EPOCH)) {
      filter.append(Row.EPOCH, attempt - 1);
    }
    return filter;
  }

  private Change change(
      int attempt, String token, Instant deadline, String node, Map<String, String> baseline) {
    Stamp stamp = new Stamp(UUID.randomUUID().toString(), clock.instant());
    Document opened =
        new Document(Row.NUMBER, attempt)
            .append(Row.TOKEN, token)
            .append(Row.PHASE, AttemptPhase.OPENED.wire())
            .append(Row.RETIRED, false)
            .append(Row.NODE, node)
            .append(Row.OPENED_AT, Bson.date(stamp.at()))
            .append(Row.DEADLINE, Bson.date(deadline))
            .append(Row.END_OF_DATA_AT, null)
            .append(Row.OUTCOME, null)
            .append(Row.CAUSE, null)
            .append(Row.REPLY, null)
            .append(Row.QUEUE_ID, null)
            .append(Row.RECIPIENTS, List.of())
            .append(Row.BASELINE, Bson.pairs(baseline));
    return new Change(
            SendState.SMTP_INFLIGHT,
            stamp.entry(Causes.ATTEMPT_OPENED, attempt, node == null ? null : "on " + node))
        .set(Row.PHASE, AttemptPhase.OPENED.wire())
        .set(Row.EPOCH, attempt)
        .set(Row.OWNER, token)
        .set(Row.REASON, null)
        .set(Row.RETRY_AT, null)
        .set(Row.PROBES, 0)
        .set(Row.ATTEMPTS + "." + (attempt - 1), opened)
        .set(Row.recipients("open", Row.ATTEMPT), attempt)
        .where(new Document("open." + Row.OUTCOME, SENDABLE));
  }
}
