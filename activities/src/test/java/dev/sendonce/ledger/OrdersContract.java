package dev.sendonce.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.ledger.Transition.Refusal;
import dev.sendonce.send.AttemptResult;
import dev.sendonce.send.Decision;
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
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What people order: cancel, resolve, reschedule, retry. */
abstract class OrdersContract extends FenceContract {
  @Test
  void aCancelledSendIsNeverClaimedAgain() {
    SendKey key = prepared("ann@example.org");
    Send row = applied(ledger.cancel(key, "eve", "wrong price"));
    assertThat(row.state()).isEqualTo(SendState.NOT_SENT);
    assertThat(row.reason()).isEqualTo(Reason.CANCELLED);
    assertThat(row.stop()).isEqualTo(Reason.CANCELLED);
    assertThat(open(key, 1, "token-1")).isInstanceOf(Claim.NotClaimed.class);
    assertThat(applied(ledger.cancel(key, "eve", "again"))).isEqualTo(row);
  }

  @Test
  void cancellingAnOpenedAttemptMakesItsLatchMiss() {
    SendKey key = prepared("ann@example.org");
    String token = claim(key, 1);
    Send row = applied(ledger.cancel(key, "eve", null));
    assertThat(row.state()).isEqualTo(SendState.NOT_SENT);
    assertThat(row.attempts().get(0).outcome()).isEqualTo("not_accepted");
    assertThat(latch(key, 1, token, Sends.taken(1))).isInstanceOf(Latch.NotLatched.class);
  }

  @Test
  void cancellingIsTooLateOnceLatchedAndChangesNothing() {
    SendKey key = prepared("ann@example.org");
    String token = claim(key, 1);
    latch(key, 1, token, Sends.taken(1));
    Send before = ledger.find(key).orElseThrow();
    assertThat(refusal(ledger.cancel(key, "eve", null))).isEqualTo(Refusal.TOO_LATE);
    assertThat(ledger.find(key)).contains(before);
  }

  @Test
  void cancellingTheRestOfAPartlyAcceptedSendEndsInSent() {
    SendKey key = partlyAccepted();
    Send row = applied(ledger.cancel(key, "eve", null));
    assertThat(row.state()).isEqualTo(SendState.SMTP_ACCEPTED);
    assertThat(row.recipients())
        .extracting(Send.Recipient::outcome)
        .containsExactly(RecipientOutcome.ACCEPTED, RecipientOutcome.CANCELLED);
  }

  @Test
  void cancellingADoubtedSendLeavesItUncertain() {
    SendKey key = resent("ann@example.org", "token-1");
    Send row = applied(ledger.cancel(key, "eve", null));
    assertThat(row.state()).isEqualTo(SendState.CONFIRMING);
    assertThat(row.recipients().get(0).outcome()).isEqualTo(RecipientOutcome.UNCERTAIN);
    assertThat(open(key, 2, "token-2")).isInstanceOf(Claim.NotClaimed.class);
  }

  @Test
  void expiryGivesUpOnlyWhenItsTimeHasCome() {
    SendKey key = prepared("ann@example.org");
    assertThat(ledger.giveUp(key, Reason.EXPIRED, "expireAfter"))
        .isInstanceOf(Transition.Missed.class);
    applied(ledger.reschedule(key, NOW.minus(Duration.ofDays(2)), "eve"));
    Send moved = ledger.find(key).orElseThrow();
    assertThat(moved.expiresAt()).isEqualTo(NOW.plus(Duration.ofDays(1)));
    Send suppressed = applied(ledger.giveUp(key, Reason.SUPPRESSED, "on the list"));
    assertThat(suppressed.reason()).isEqualTo(Reason.SUPPRESSED);
  }

  @Test
  void reschedulingMovesTheExpiryAlong() {
    SendKey key = prepared("ann@example.org");
    Send row = applied(ledger.reschedule(key, NOW.plus(Duration.ofDays(3)), "eve"));
    assertThat(row.sendAt()).isEqualTo(NOW.plus(Duration.ofDays(3)));
    assertThat(row.expiresAt()).isEqualTo(NOW.plus(Duration.ofDays(4)));
    claim(key, 1);
    assertThat(refusal(ledger.reschedule(key, NOW, "eve"))).isEqualTo(Refusal.WRONG_STATE);
    assertThat(refusal(ledger.retryNow(key, "eve"))).isEqualTo(Refusal.WRONG_STATE);
  }

  @Test
  void aRetryCanBeMadeDueNow() {
    SendKey key = prepared("ann@example.org");
    String token = claim(key, 1);
    report(key, 1, token, notAccepted());
    assertThat(applied(ledger.retryNow(key, "eve")).retryAt()).isNull();
  }

  @Test
  void ordersWaitUntilNoEarlierEndOfDataCanArrive() {
    SendKey key = uncertain("ann@example.org", "token-1");
    Transition early = resolve(key, 1, "order-1", Decision.RESEND);
    assertThat(refusal(early)).isEqualTo(Refusal.TOO_EARLY);
    Send row = ((Transition.Refused) early).send();
    assertThat(((Transition.Refused) early).notBefore())
        .isEqualTo(row.lastEndOfDataAt().plus(TestLedger.GUARD));
    assertThat(refusal(resolve(key, 1, "order-2", Decision.NOT_SENT))).isEqualTo(Refusal.TOO_EARLY);

    Send resent = awaitApplied(() -> resolve(key, 1, "order-1", Decision.RESEND));
    assertThat(resent.recipients().get(0).doubt()).isTrue();
    assertThat(resent.attempts().get(0).retired()).isTrue();
    assertThat(resent.expiresAt()).isEqualTo(NOW.plus(Duration.ofDays(1)));
  }

  @Test
  void anOrderIsAppliedOnceAndThenAnsweredFromTheRow() {
    SendKey key = resent("ann@example.org", "token-1");
    Send cancelled = applied(ledger.cancel(key, "eve", null));
    assertThat(applied(resolve(key, 1, "order-1", Decision.RESEND))).isEqualTo(cancelled);
  }

  @Test
  void sentByAPersonNeedsNoWaiting() {
    SendKey key = uncertain("ann@example.org", "token-1");
    Send row = applied(resolve(key, 1, "order-1", Decision.SENT));
    assertThat(row.state()).isEqualTo(SendState.SMTP_ACCEPTED);
    assertThat(row.recipients().get(0).decision()).isEqualTo(Decision.SENT);
    assertThat(refusal(resolve(key, 9, "order-2", Decision.SENT))).isEqualTo(Refusal.ALREADY_FINAL);
  }

  @Test
  void anOrderAboutAnotherEpochOrStateIsRefused() {
    SendKey key = uncertain("ann@example.org", "token-1");
    assertThat(refusal(resolve(key, 2, "order-1", Decision.SENT))).isEqualTo(Refusal.STALE_EPOCH);
    SendKey other = prepared("ann@example.org");
    assertThat(refusal(resolve(other, 0, "order-1", Decision.SENT))).isEqualTo(Refusal.WRONG_STATE);
  }

  @Test
  void aRefusalOfADoubtedRecipientIsUncertainAgain() {
    SendKey key = resent("ann@example.org", "token-1");
    String token = claim(key, 2);
    Send row =
        applied(
            report(
                key,
                2,
                token,
                new Outcome.Rejected(SmtpPhase.RCPT, Reply.of(550, "5.1.1 No such user"))));
    assertThat(row.state()).isEqualTo(SendState.CONFIRMING);
    assertThat(row.recipients().get(0).doubt()).isTrue();
  }

  final Transition resolve(SendKey key, int epoch, String orderId, Decision decision) {
    return ledger.resolve(key, epoch, orderId, decision, "eve", "I asked them");
  }

  /** Ann accepted, Bob deferred. */
  final SendKey partlyAccepted() {
    SendKey key = prepared("ann@example.org", "bob@example.org");
    String token = claim(key, 1);
    List<RcptReply> replies =
        List.of(
            new RcptReply(0, Verdict.TAKEN, Sends.OK),
            new RcptReply(1, Verdict.DEFERRED, Reply.of(450, "4.2.0 Later")));
    latch(key, 1, token, replies);
    applied(
        ledger.recordOutcome(
            key,
            1,
            token,
            new AttemptResult(new Outcome.Accepted(Sends.OK, null), replies),
            RETRY_AT));
    return key;
  }

  static Refusal refusal(Transition transition) {
    assertThat(transition).isInstanceOf(Transition.Refused.class);
    return ((Transition.Refused) transition).refusal();
  }
}
