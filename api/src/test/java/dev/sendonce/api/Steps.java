package dev.sendonce.api;

import dev.sendonce.ledger.Ledger;
import dev.sendonce.send.AttemptResult;
import dev.sendonce.send.Outcome;
import dev.sendonce.send.RcptReply;
import dev.sendonce.send.Reply;
import dev.sendonce.send.SendKey;
import dev.sendonce.send.SmtpPhase;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Moves a send of one recipient through the ledger as a worker would. */
final class Steps {
  private static final List<RcptReply> TAKEN =
      List.of(new RcptReply(0, RcptReply.Verdict.TAKEN, Reply.of(250, "2.1.5 Ok")));

  private final Ledger ledger;
  private final SendKey key;
  private final String token;
  private int attempt;

  Steps(Ledger ledger, String key) {
    this.ledger = ledger;
    this.key = new SendKey(key);
    this.token = "token-of-" + key;
  }

  /** Claims the first attempt. */
  Steps opened() {
    attempt++;
    ledger.openAttempt(
        key, attempt, token + attempt, Instant.now().plusSeconds(600), "node-t", Map.of());
    return this;
  }

  /** Opens and latches. */
  Steps latched() {
    opened();
    ledger.markEndOfData(key, attempt, token + attempt, TAKEN);
    return this;
  }

  Steps accepted() {
    latched();
    Reply reply = Reply.of(250, "2.0.0 Ok: queued as 4jczrT1qlmz1SC8k");
    record(new Outcome.Accepted(reply, "4jczrT1qlmz1SC8k"));
    ledger.complete(key, null);
    return this;
  }

  /** No answer to the final dot. */
  Steps uncertain() {
    latched();
    record(new Outcome.Uncertain("connection closed", null));
    return this;
  }

  /** Verification is over. */
  Steps unconfirmed() {
    uncertain();
    ledger.exhaust(key, attempt);
    return this;
  }

  /** A 451 to MAIL, to be tried again at a time. */
  Steps deferred(Instant retryAt) {
    opened();
    Reply reply = Reply.of(451, "4.3.0 try later");
    ledger.recordOutcome(
        key,
        attempt,
        token + attempt,
        new AttemptResult(
            new Outcome.NotAccepted(SmtpPhase.MAIL, "451 to MAIL", reply),
            List.of(new RcptReply(0, RcptReply.Verdict.NOT_ASKED, null))),
        retryAt);
    return this;
  }

  private void record(Outcome outcome) {
    ledger.recordOutcome(
        key, attempt, token + attempt, new AttemptResult(outcome, TAKEN), Instant.now());
  }
}
