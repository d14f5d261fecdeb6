package dev.sendonce.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.send.AttemptPhase;
import dev.sendonce.send.AttemptResult;
import dev.sendonce.send.Outcome;
import dev.sendonce.send.RcptReply;
import dev.sendonce.send.RcptReply.Verdict;
import dev.sendonce.send.Reason;
import dev.sendonce.send.RecipientOutcome;
import dev.sendonce.send.Reply;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import dev.sendonce.send.SendState;
import dev.sendonce.send.SmtpPhase;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The ordinary ways of a send. */
abstract class DeliveryContract extends LedgerSteps {
  @Test
  void sendsToOnePersonInFourTransitions() {
    SendKey key = prepared("ann@example.org");
    String token = claim(key, 1);
    assertThat(latch(key, 1, token, Sends.taken(1))).isInstanceOf(Latch.Latched.class);
    Send accepted = applied(report(key, 1, token, new Outcome.Accepted(Sends.OK, "4T1abc")));
    assertThat(accepted.state()).isEqualTo(SendState.SMTP_ACCEPTED);
    Send sent = applied(ledger.complete(key, null));

    assertThat(sent.state()).isEqualTo(SendState.SENT);
    assertThat(sent.recipients())
        .singleElement()
        .satisfies(
            recipient -> {
              assertThat(recipient.outcome()).isEqualTo(RecipientOutcome.ACCEPTED);
              assertThat(recipient.reply()).isEqualTo(Sends.OK);
              assertThat(recipient.attempt()).isEqualTo(1);
            });
    assertThat(sent.attempts())
        .singleElement()
        .satisfies(
            attempt -> {
              assertThat(attempt.outcome()).isEqualTo("accepted");
              assertThat(attempt.queueId()).isEqualTo("4T1abc");
              assertThat(attempt.phase()).isEqualTo(AttemptPhase.END_OF_DATA);
              assertThat(attempt.endOfDataAt()).isNotNull();
              assertThat(attempt.recipients()).containsExactly(0);
              assertThat(attempt.messageId()).isEqualTo(sent.messageId());
            });
    assertThat(sent.lastEndOfDataAt()).isEqualTo(sent.attempts().get(0).endOfDataAt());
    assertThat(sent.version()).isEqualTo(5);
    assertThat(sent.timeline())
        .extracting(Send.TimelineEntry::version)
        .isEqualTo(IntStream.rangeClosed(1, 5).mapToObj(Long::valueOf).toList());
    assertThat(sent.timeline())
        .extracting(Send.TimelineEntry::cause)
        .containsExactly(
            "prepared", "attempt_opened", "end_of_data", "outcome_accepted", "completed");
  }

  @Test
  void keepsWhatAcceptanceHandedOver() {
    NewSend request = Sends.to("Ann@example.org", "bob@example.org");
    Send row = ((Preparation.Prepared) ledger.prepare(request)).send();

    assertThat(ledger.find(request.key())).contains(row);
    assertThat(row.state()).isEqualTo(SendState.PREPARED);
    assertThat(row.version()).isEqualTo(1);
    assertThat(row.epoch()).isZero();
    assertThat(row.metadata()).isEqualTo(Map.of("order.id", "$4711"));
    assertThat(row.fingerprint()).isEqualTo(request.fingerprint());
    assertThat(row.recipients()).isEqualTo(request.recipients());
    assertThat(row.createdAt()).isEqualTo(NOW);
    assertThat(fixture.active().list(null, 10))
        .extracting(ActiveSends.ActiveSend::key)
        .containsExactly(request.key());
  }

  @Test
  void aTakenKeyAnswersWithWhatItStandsFor() {
    NewSend first = Sends.to("ann@example.org");
    NewSend second = Sends.keyed(first.key(), "bob@example.org");
    ledger.prepare(first);

    assertThat(ledger.prepare(first)).isInstanceOf(Preparation.Prepared.class);
    assertThat(ledger.prepare(second))
        .isInstanceOfSatisfying(
            Preparation.Taken.class, taken -> assertThat(taken.send().id()).isEqualTo(first.id()));
  }

  @Test
  void aSecondExecutionOfTheSameAttemptClaimsNothing() {
    SendKey key = prepared("ann@example.org");
    claim(key, 1);

    assertThat(open(key, 1, "another")).isInstanceOf(Claim.NotClaimed.class);
    assertThat(open(key, 2, "another")).isInstanceOf(Claim.NotClaimed.class);
    assertThat(latch(key, 1, "another", Sends.taken(1))).isInstanceOf(Latch.NotLatched.class);
  }

  @Test
  void aProvenNonAcceptanceIsRetriedUnderTheNextNumber() {
    SendKey key = prepared("ann@example.org");
    String token = claim(key, 1);
    Send deferred = applied(report(key, 1, token, notAccepted()));
    assertThat(deferred.state()).isEqualTo(SendState.PREPARED);
    assertThat(deferred.retryAt()).isEqualTo(RETRY_AT);
    assertThat(deferred.recipients().get(0).outcome()).isEqualTo(RecipientOutcome.DEFERRED);

    assertThat(open(key, 1, "again")).isInstanceOf(Claim.NotClaimed.class);
    assertThat(open(key, 2, "second")).isInstanceOf(Claim.Claimed.class);
  }

  @Test
  void aFinalRefusalOfEverybodyEndsInNotSent() {
    SendKey key = prepared("ann@example.org");
    String token = claim(key, 1);
    Reply reply = Reply.of(550, "5.1.1 No such user");
    Send refused =
        applied(
            ledger.recordOutcome(
                key,
                1,
                token,
                new AttemptResult(
                    new Outcome.Rejected(SmtpPhase.RCPT, reply),
                    List.of(new RcptReply(0, Verdict.REFUSED, reply))),
                RETRY_AT));
    assertThat(refused.state()).isEqualTo(SendState.NOT_SENT);
    assertThat(refused.reason()).isEqualTo(Reason.REJECTED);
    assertThat(refused.recipients().get(0).reply()).isEqualTo(reply);
  }

  @Test
  void settlingAnOpenedAttemptFencesItsOwnerOff() {
    SendKey key = prepared("ann@example.org");
    String token = claim(key, 1);
    assertThat(ledger.settle(key, 1, false, RETRY_AT, "too early"))
        .isInstanceOf(Transition.Missed.class);

    Send settled = applied(ledger.settle(key, 1, true, RETRY_AT, "worker lost"));
    assertThat(settled.state()).isEqualTo(SendState.PREPARED);
    assertThat(settled.owner()).isNull();
    assertThat(latch(key, 1, token, Sends.taken(1))).isInstanceOf(Latch.NotLatched.class);
  }

  @Test
  void settlingALatchedAttemptConfirmsWhoWasInTheTransaction() {
    SendKey key = prepared("ann@example.org", "bob@example.org", "cid@example.org");
    String token = claim(key, 1);
    Reply refusal = Reply.of(550, "5.1.1 No such user");
    Reply later = Reply.of(450, "4.2.0 Greylisted");
    latch(
        key,
        1,
        token,
        List.of(
            new RcptReply(0, Verdict.TAKEN, Sends.OK),
            new RcptReply(1, Verdict.REFUSED, refusal),
            new RcptReply(2, Verdict.DEFERRED, later)));
    Send settled = applied(ledger.settle(key, 1, true, RETRY_AT, "worker lost"));

    assertThat(settled.state()).isEqualTo(SendState.CONFIRMING);
    assertThat(settled.recipients())
        .extracting(Send.Recipient::outcome)
        .containsExactly(
            RecipientOutcome.UNCERTAIN, RecipientOutcome.REFUSED, RecipientOutcome.DEFERRED);
    assertThat(settled.recipients())
        .extracting(Send.Recipient::reply)
        .containsExactly(null, refusal, later);
    assertThat(settled.recipients())
        .extracting(Send.Recipient::inTransaction)
        .containsExactly(true, false, false);
  }

  @Test
  void theOwnersLateReplyResolvesAnUncertainSend() {
    SendKey key = uncertain("ann@example.org", "token-1");
    Send row = applied(report(key, 1, "token-1", new Outcome.Accepted(Sends.OK, "4T1abc")));
    assertThat(row.state()).isEqualTo(SendState.SMTP_ACCEPTED);
    assertThat(applied(report(key, 1, "token-1", new Outcome.Accepted(Sends.OK, "4T1abc"))))
        .isEqualTo(row);
  }
}
