package dev.sendonce.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.send.AttemptResult;
import dev.sendonce.send.Decision;
import dev.sendonce.send.Outcome;
import dev.sendonce.send.RcptReply;
import dev.sendonce.send.RcptReply.Verdict;
import dev.sendonce.send.RecipientOutcome;
import dev.sendonce.send.Reply;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import dev.sendonce.send.SendState;
import dev.sendonce.send.SmtpPhase;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who may write the dot, who may report, and what a late report is worth. */
abstract class FenceContract extends DeliveryContract {
  private static final Outcome ACCEPTED = new Outcome.Accepted(Sends.OK, "4T1abc");

  @Test
  void theLatchIsGivenOnce() {
    SendKey key = prepared("ann@example.org");
    String token = claim(key, 1);
    assertThat(latch(key, 1, token, Sends.taken(1))).isInstanceOf(Latch.Latched.class);
    assertThat(latch(key, 1, token, Sends.taken(1))).isInstanceOf(Latch.NotLatched.class);
  }

  @Test
  void anAbortAfterTheLatchIsProofAndLeadsBackToPrepared() {
    SendKey key = prepared("ann@example.org");
    String token = claim(key, 1);
    latch(key, 1, token, Sends.taken(1));
    Send row = applied(report(key, 1, token, notAccepted()));
    assertThat(row.state()).isEqualTo(SendState.PREPARED);
    assertThat(row.owner()).isNull();
  }

  @Test
  void anAbortIsStillProofAfterTheAttemptWasSettled() {
    SendKey key = uncertain("ann@example.org", "token-1");
    Send row = applied(report(key, 1, "token-1", notAccepted()));
    assertThat(row.state()).isEqualTo(SendState.PREPARED);
    assertThat(row.retryAt()).isEqualTo(RETRY_AT);
  }

  @Test
  void aStrangerCannotReport() {
    SendKey key = uncertain("ann@example.org", "token-1");
    assertThat(report(key, 1, "another", ACCEPTED)).isInstanceOf(Transition.Missed.class);
    assertThat(report(key, 2, "token-1", ACCEPTED)).isInstanceOf(Transition.Missed.class);
    assertThat(ledger.find(key).orElseThrow().state()).isEqualTo(SendState.CONFIRMING);
  }

  @Test
  void aReplyThatDecidedIsNeverReplaced() {
    SendKey key = uncertain("ann@example.org", "token-1");
    Send accepted = applied(report(key, 1, "token-1", ACCEPTED));
    assertThat(report(key, 1, "token-1", notAccepted())).isInstanceOf(Transition.Missed.class);
    assertThat(ledger.find(key)).contains(accepted);
  }

  @Test
  void anIncompleteReplyIsKeptForVerification() {
    SendKey key = uncertain("ann@example.org", "token-1");
    Reply shutdown = Reply.of(421, "4.3.2 Shutting down, 4T1abc");
    Send row =
        applied(report(key, 1, "token-1", new Outcome.Uncertain("421 to end of data", shutdown)));
    assertThat(row.state()).isEqualTo(SendState.CONFIRMING);
    assertThat(row.attempts().get(0).reply()).isEqualTo(shutdown);
  }

  @Test
  void onlyThoseInTheTransactionShareItsReply() {
    SendKey key = prepared("ann@example.org", "bob@example.org", "cid@example.org");
    String token = claim(key, 1);
    List<RcptReply> replies =
        List.of(
            new RcptReply(0, Verdict.TAKEN, Sends.OK),
            new RcptReply(1, Verdict.DEFERRED, Reply.of(450, "4.2.0 Later")),
            new RcptReply(2, Verdict.NOT_ASKED, null));
    latch(key, 1, token, replies);
    Send row =
        applied(
            ledger.recordOutcome(key, 1, token, new AttemptResult(ACCEPTED, replies), RETRY_AT));
    assertThat(row.state()).isEqualTo(SendState.PREPARED);
    assertThat(row.recipients())
        .extracting(Send.Recipient::outcome)
        .containsExactly(
            RecipientOutcome.ACCEPTED, RecipientOutcome.DEFERRED, RecipientOutcome.PENDING);

    Claim.Claimed second = (Claim.Claimed) open(key, 2, "token-2");
    assertThat(second.sendable()).containsExactly(1, 2);
    assertThat(second.send().recipients())
        .extracting(Send.Recipient::attempt)
        .containsExactly(1, 2, 2);
  }

  @Test
  void aRefusalOfTheTransactionConcernsThoseNotYetAsked() {
    SendKey key = prepared("ann@example.org", "bob@example.org");
    String token = claim(key, 1);
    Reply tooBig = Reply.of(552, "5.3.4 Message too big");
    Send row =
        applied(
            ledger.recordOutcome(
                key,
                1,
                token,
                new AttemptResult(new Outcome.Rejected(SmtpPhase.MAIL, tooBig), List.of()),
                RETRY_AT));
    assertThat(row.state()).isEqualTo(SendState.NOT_SENT);
    assertThat(row.recipients()).extracting(Send.Recipient::reply).containsOnly(tooBig);
  }

  @Test
  void theLateAcceptanceOfARetiredAttemptStopsTheOneThatIsOnlyOpened() {
    SendKey key = resent("ann@example.org", "token-1");
    open(key, 2, "token-2");
    Send row = applied(report(key, 1, "token-1", ACCEPTED));

    assertThat(row.state()).isEqualTo(SendState.SMTP_ACCEPTED);
    assertThat(row.owner()).isNull();
    assertThat(row.recipients().get(0).doubt()).isFalse();
    assertThat(row.evidence())
        .singleElement()
        .satisfies(
            entry -> {
              assertThat(entry.finding()).isEqualTo("late_reply");
              assertThat(entry.contradicts()).isTrue();
            });
    assertThat(latch(key, 2, "token-2", Sends.taken(1))).isInstanceOf(Latch.NotLatched.class);
  }

  @Test
  void theLateAcceptanceOfARetiredAttemptCountsBesideALatchedOne() {
    SendKey key = resent("ann@example.org", "token-1");
    open(key, 2, "token-2");
    latch(key, 2, "token-2", Sends.taken(1));
    Send row = applied(report(key, 1, "token-1", ACCEPTED));
    assertThat(row.state()).isEqualTo(SendState.SMTP_INFLIGHT);
    assertThat(row.recipients().get(0).outcome()).isEqualTo(RecipientOutcome.ACCEPTED);

    Send settled = applied(ledger.settle(key, 2, true, RETRY_AT, "worker lost"));
    assertThat(settled.state()).isEqualTo(SendState.SMTP_ACCEPTED);
  }

  @Test
  void theLateNonAcceptanceOfARetiredAttemptIsShownAndChangesNothing() {
    SendKey key = resent("ann@example.org", "token-1");
    Send row = applied(report(key, 1, "token-1", notAccepted()));
    assertThat(row.state()).isEqualTo(SendState.PREPARED);
    assertThat(row.recipients().get(0).doubt()).isTrue();
    assertThat(row.evidence()).hasSize(1);
  }

  @Test
  void aLateReplyToAFinishedSendIsShownAsAContradiction() {
    SendKey key = uncertain("ann@example.org", "token-1");
    awaitApplied(() -> ledger.resolve(key, 1, "order-1", Decision.NOT_SENT, "eve", "not there"));
    Send row = applied(report(key, 1, "token-1", ACCEPTED));
    assertThat(row.state()).isEqualTo(SendState.NOT_SENT);
    assertThat(row.evidence()).extracting(Send.EvidenceEntry::contradicts).containsExactly(true);
    assertThat(row.timeline().get(row.timeline().size() - 1).cause()).isEqualTo("late_reply");
  }

  /** Uncertain after attempt 1, then ordered to be sent again. */
  final SendKey resent(String address, String token) {
    SendKey key = uncertain(address, token);
    Send row =
        awaitApplied(() -> ledger.resolve(key, 1, "order-1", Decision.RESEND, "eve", "once more"));
    assertThat(row.state()).isEqualTo(SendState.PREPARED);
    return key;
  }
}
