package dev.sendonce.ledger;

import dev.sendonce.ledger.Transition.Refusal;
import dev.sendonce.send.Decision;
import dev.sendonce.send.Send;
import dev.sendonce.send.Send.Recipient;
import dev.sendonce.send.SendKey;
import dev.sendonce.send.SendState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.bson.Document;

/**
 * A person's decision about the uncertain recipients. Applied once per order id (rule 6), to the
 * epoch that the person looked at, and, for {@code resend} and {@code not_sent}, not before the
 * guard time has passed since the newest end of data, which the database server checks by its own
 * clock in the same write. Plans are pure.
 */
final class Resolving {
  private final Rewrite rewrite;
  private final Guards guards;
  private final Duration resendGuard;

  Resolving(Rewrite rewrite, Guards guards, Duration resendGuard) {
    this.rewrite = rewrite;
    this.guards = guards;
    this.resendGuard = resendGuard;
  }

  Transition resolve(
      SendKey key, int epoch, String orderId, Decision decision, String actor, String note) {
    return rewrite.run(
        key,
        (row, stamp) -> {
          if (isKnown(row, orderId)) {
            return Step.applied(row);
          }
          if (row.state().isTerminal() || row.state() == SendState.SMTP_ACCEPTED) {
            return Step.refused(row, Refusal.ALREADY_FINAL);
          }
          if (row.epoch() != epoch && guards.has(Guard.RESOLVE_EPOCH)) {
            return Step.refused(row, Refusal.STALE_EPOCH);
          }
          if (row.state() != SendState.CONFIRMING && row.state() != SendState.UNCONFIRMED) {
            return Step.refused(row, Refusal.WRONG_STATE);
          }
          Entry entry =
              stamp.entry(
                  Causes.RESOLVED + decision.wire(), row.epoch(), actor, note, story(decision));
          return new Step.Write(
              filter(row, orderId, decision),
              change(row, orderId, decision, entry),
              waits(row, decision) ? this::tooEarly : null);
        });
  }

  private boolean isKnown(Send row, String orderId) {
    return guards.has(Guard.RESOLVE_ORDER)
        && row.orders().stream().anyMatch(order -> order.id().equals(orderId));
  }

  /** Where no end of data was ever recorded, none can be written or arrive. */
  private boolean waits(Send row, Decision decision) {
    boolean guarded =
        switch (decision) {
          case SENT -> false;
          case NOT_SENT -> guards.has(Guard.NOT_SENT_WAITS);
          case RESEND -> guards.has(Guard.RESEND_WAITS);
        };
    return guarded && row.lastEndOfDataAt() != null;
  }

  private Transition tooEarly(Send row) {
    return new Transition.Refused(row, Refusal.TOO_EARLY, row.lastEndOfDataAt().plus(resendGuard));
  }

  private Document filter(Send row, String orderId, Decision decision) {
    Document filter = new Document(Row.STATE, row.state().wire()).append(Row.EPOCH, row.epoch());
    if (guards.has(Guard.RESOLVE_ORDER)) {
      filter.append(Row.ORDERS + "." + Row.SEND_ID, new Document("$ne", orderId));
    }
    if (waits(row, decision)) {
      filter.append(
          "$expr",
          new Document(
              "$lte",
              List.of(
                  "$" + Row.LAST_END_OF_DATA_AT,
                  new Document("$subtract", List.of("$$NOW", resendGuard.toMillis())))));
    }
    return filter;
  }

  private Change change(Send row, String orderId, Decision decision, Entry entry) {
    List<Recipient> after =
        row.recipients().stream()
            .map(
                recipient ->
                    RecipientRules.isUncertain(recipient)
                        ? RecipientRules.decided(recipient, decision, guards.has(Guard.DOUBT))
                        : recipient)
            .toList();
    Change change =
        Change.derived(Derivation.of(after, row.state()), row.phase(), entry)
            .recipients(row.recipients(), after)
            .push(
                Row.ORDERS,
                ElementCodec.order(
                    new Send.Order(orderId, decision, row.epoch(), row.version() + 1)));
    return decision == Decision.RESEND ? resend(change, row, entry.at()) : change;
  }

  /**
   * Lifts the stop, retires every earlier attempt, and lets the time to expire begin anew, or the
   * resend of an old send would be given up before it is made.
   */
  private Change resend(Change change, Send row, Instant now) {
    if (row.expiresAt() != null) {
      change.at(Row.EXPIRES_AT, now.plus(Expiry.allowed(row)));
    }
    if (guards.has(Guard.RESEND_RETIRES)) {
      row.attempts()
          .forEach(attempt -> change.set(Row.attempt(attempt.number(), Row.RETIRED), true));
    }
    return change.stop(null).set(Row.RETRY_AT, null);
  }

  private static String story(Decision decision) {
    return switch (decision) {
      case SENT -> "A person decided that it was sent.";
      case NOT_SENT -> "A person decided that it was not sent.";
      case RESEND -> "A person ordered it to be sent again; it may be a duplicate.";
    };
  }
}
