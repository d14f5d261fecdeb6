package dev.sendonce.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.ledger.Transition.Refusal;
import dev.sendonce.send.Decision;
import dev.sendonce.send.Outcome;
import dev.sendonce.send.RecipientOutcome;
import dev.sendonce.send.Reply;
import dev.sendonce.send.Send;
import dev.sendonce.send.Send.EvidenceEntry;
import dev.sendonce.send.SendKey;
import dev.sendonce.send.SendState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Verification, evidence, completion, erasure, restored backups. */
abstract class EvidenceContract extends OrdersContract {
  @Test
  void positiveEvidenceClosesWhoWasInTheTransaction() {
    SendKey key = uncertain("ann@example.org", "token-1");
    Send row = applied(ledger.addEvidence(key, 1, List.of(0, 7), found("accepted", 1), RETRY_AT));
    assertThat(row.state()).isEqualTo(SendState.SMTP_ACCEPTED);
    assertThat(row.evidence()).extracting(EvidenceEntry::finding).containsExactly("accepted");
    assertThat(row.timeline().get(row.timeline().size() - 1).detail())
        .isEqualTo("imap: accepted, in Sent");
  }

  @Test
  void negativeProofLeadsToARetry() {
    SendKey key = uncertain("ann@example.org", "token-1");
    Send row = applied(ledger.addEvidence(key, 1, List.of(0), found("not_accepted", 1), RETRY_AT));
    assertThat(row.state()).isEqualTo(SendState.PREPARED);
    assertThat(row.retryAt()).isEqualTo(RETRY_AT);
  }

  @Test
  void negativeProofDoesNotClearDoubtAndOldProofDoesNotCount() {
    SendKey key = resent("ann@example.org", "token-1");
    String token = claim(key, 2);
    latch(key, 2, token, Sends.taken(1));
    ledger.settle(key, 2, true, RETRY_AT, "worker lost");
    assertThat(ledger.addEvidence(key, 2, List.of(0), found("not_accepted", 2), RETRY_AT))
        .isInstanceOf(Transition.Missed.class);
    assertThat(ledger.addEvidence(key, 1, List.of(0), found("not_accepted", 1), RETRY_AT))
        .isInstanceOf(Transition.Missed.class);
    Send row = applied(ledger.addEvidence(key, 1, List.of(0), found("accepted", 1), RETRY_AT));
    assertThat(row.state()).isEqualTo(SendState.SMTP_ACCEPTED);
  }

  @Test
  void evidenceIsAttachedOnceAndContradictionsAreMarked() {
    SendKey key = uncertain("ann@example.org", "token-1");
    awaitApplied(() -> resolve(key, 1, "order-1", Decision.NOT_SENT));
    Send row = applied(ledger.attachEvidence(key, found("delivered", 1)));
    assertThat(row.state()).isEqualTo(SendState.NOT_SENT);
    assertThat(row.evidence()).extracting(EvidenceEntry::contradicts).containsExactly(true);
    assertThat(applied(ledger.attachEvidence(key, found("delivered", 1)))).isEqualTo(row);
  }

  @Test
  void scheduledProbesCountUntilAPersonHasToDecide() {
    SendKey key = uncertain("ann@example.org", "token-1");
    ledger.noteProbe(key, 1, true, "imap: nothing");
    Send probed = applied(ledger.noteProbe(key, 1, false, "imap: nothing"));
    assertThat(probed.probes()).isEqualTo(1);
    Send row = applied(ledger.exhaust(key, 1));
    assertThat(row.state()).isEqualTo(SendState.UNCONFIRMED);
    assertThat(applied(ledger.exhaust(key, 1))).isEqualTo(row);
    assertThat(ledger.exhaust(key, 2)).isInstanceOf(Transition.Missed.class);
  }

  @Test
  void notesChangeNothingButTheTimeline() {
    SendKey key = prepared("ann@example.org");
    Send row = applied(ledger.note(key, "cancellation_ignored", "temporal", "too late"));
    assertThat(row.state()).isEqualTo(SendState.PREPARED);
    assertThat(row.timeline()).hasSize(2);
    assertThat(row.version()).isEqualTo(2);
  }

  @Test
  void aFinishedSendThatChangesIsOnTheWorkListAgain() {
    SendKey key = finished();
    ActiveSends.ActiveSend listed = fixture.active().list(null, 10).get(0);
    assertThat(fixture.active().remove(listed, Duration.ofMinutes(1))).isFalse();
    assertThat(fixture.active().remove(listed, Duration.ZERO)).isTrue();
    assertThat(fixture.active().list(null, 10)).isEmpty();

    ledger.attachEvidence(key, found("delivered", 1));
    assertThat(fixture.active().list(null, 10))
        .extracting(ActiveSends.ActiveSend::key)
        .containsExactly(key);
    ActiveSends.ActiveSend again = fixture.active().list(null, 10).get(0);
    ledger.attachEvidence(key, found("complained", 1));
    assertThat(fixture.active().remove(again, Duration.ZERO)).isFalse();
  }

  @Test
  void erasureKeepsTheTombstoneAndKeyedDigestsOnly() {
    SendKey key = prepared("Ann@example.org");
    assertThat(refusal(ledger.erase(key, "eve"))).isEqualTo(Refusal.WRONG_STATE);
    Send before = applied(ledger.cancel(key, "eve", "Ann moved away"));
    Send row = applied(ledger.erase(key, "eve"));

    assertThat(row.toString()).doesNotContainIgnoringCase("ann@").doesNotContain("moved away");
    assertThat(row.from().toString()).endsWith("@erased.invalid");
    assertThat(row.recipients().get(0).address()).matches("[0-9a-f]{64}@erased\\.invalid");
    assertThat(row.digest()).startsWith("hmac-sha256:");
    assertThat(row.state()).isEqualTo(before.state());
    assertThat(row.timeline()).hasSize(3);
    assertThat(row.version()).isEqualTo(3);
    assertThat(row.timeline().get(2).cause()).isEqualTo("erased");
    assertThat(applied(ledger.erase(key, "eve"))).isEqualTo(row);
    assertThat(ledger.differingFields(row, before.fingerprint())).isEmpty();
    assertThat(
            ledger.differingFields(
                row, Map.of("subject", "sha256:aa", "headers.X-Order", "sha256:cc")))
        .containsExactly("headers.X-Order");
  }

  @Test
  void nothingThatComesAfterErasureBringsTextsBack() {
    SendKey key = uncertain("ann@example.org", "token-1");
    applied(resolve(key, 1, "order-1", Decision.SENT));
    applied(ledger.complete(key, null));
    applied(ledger.erase(key, "eve"));

    Reply reply = Reply.of(250, "2.0.0 <ann@example.org> ok, queued as 4ZtRq");
    Send row = applied(report(key, 1, "token-1", new Outcome.Accepted(reply, "4ZtRq")));

    assertThat(row.attempts().get(0).outcome()).isEqualTo("accepted");
    assertThat(row.attempts().get(0).reply()).isEqualTo(new Reply(250, "2.0.0", ""));
    assertThat(row.toString()).doesNotContain("ann@").doesNotContain("4ZtRq");
  }

  @Test
  void erasureTakesTheQueueIdAlong() {
    SendKey key = prepared("ann@example.org");
    String token = claim(key, 1);
    latch(key, 1, token, Sends.taken(1));
    Send sent = applied(report(key, 1, token, new Outcome.Accepted(Sends.OK, "4T1abc")));
    assertThat(sent.attempts().get(0).queueId()).isEqualTo("4T1abc");
    applied(ledger.complete(key, null));

    assertThat(applied(ledger.erase(key, "eve")).toString()).doesNotContain("4T1abc");
  }

  @Test
  void aRestoredSendIsDoubtedAndNoOldExecutionCanTouchIt() {
    SendKey key = prepared("ann@example.org");
    String token = claim(key, 1);
    Send row = applied(ledger.adoptRestored(key, "eve"));
    assertThat(row.state()).isEqualTo(SendState.UNCONFIRMED);
    assertThat(row.recipients().get(0).outcome()).isEqualTo(RecipientOutcome.UNCERTAIN);
    assertThat(row.recipients().get(0).doubt()).isTrue();
    assertThat(row.lastEndOfDataAt()).isNotNull();
    assertThat(latch(key, 1, token, Sends.taken(1))).isInstanceOf(Latch.NotLatched.class);
    assertThat(applied(report(key, 1, token, notAccepted())).state())
        .isEqualTo(SendState.UNCONFIRMED);
    assertThat(refusal(resolve(key, 1, "order-1", Decision.RESEND))).isEqualTo(Refusal.TOO_EARLY);
  }

  private SendKey finished() {
    SendKey key = prepared("ann@example.org");
    applied(ledger.cancel(key, "eve", null));
    return key;
  }

  static EvidenceEntry found(String finding, int attempt) {
    return new EvidenceEntry(
        "imap-" + finding + "-" + attempt, attempt, "imap", finding, NOW, "in Sent", false);
  }
}
