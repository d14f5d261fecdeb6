package dev.sendonce.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.send.AttemptPhase;
import dev.sendonce.send.AttemptResult;
import dev.sendonce.send.Outcome;
import dev.sendonce.send.RcptReply;
import dev.sendonce.send.RcptReply.Verdict;
import dev.sendonce.send.Reason;
import dev.sendonce.send.RecipientField;
import dev.sendonce.send.RecipientOutcome;
import dev.sendonce.send.Reply;
import dev.sendonce.send.Send.Attempt;
import dev.sendonce.send.Send.Recipient;
import dev.sendonce.send.SmtpPhase;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AttemptFoldTest {
  private static final Reply LATER = Reply.of(451, "4.3.0 Later");
  private static final Reply NO = Reply.of(550, "5.1.1 No such user");

  @Test
  void aRefusalOfDataConcernsEverybodyCarried() {
    AttemptResult result =
        new AttemptResult(
            new Outcome.Rejected(SmtpPhase.DATA, NO),
            List.of(
                new RcptReply(0, Verdict.TAKEN, Sends.OK),
                new RcptReply(1, Verdict.DEFERRED, LATER),
                new RcptReply(2, Verdict.NOT_ASKED, null)));
    assertThat(outcomes(fold(List.of(), result, null), open(), open(), open()))
        .containsExactly(
            RecipientOutcome.REFUSED, RecipientOutcome.DEFERRED, RecipientOutcome.REFUSED);
  }

  @Test
  void aReplyToEndOfDataDoesNotConcernThoseNotAsked() {
    AttemptResult result =
        new AttemptResult(
            new Outcome.Rejected(SmtpPhase.REPLIED, NO),
            List.of(
                new RcptReply(0, Verdict.TAKEN, Sends.OK),
                new RcptReply(1, Verdict.NOT_ASKED, null)));
    assertThat(outcomes(fold(List.of(0), result, null), open(), open()))
        .containsExactly(RecipientOutcome.REFUSED, RecipientOutcome.PENDING);
  }

  @Test
  void whoWasInTheTransactionIsReadFromTheLatchAndNotFromTheReport() {
    AttemptResult result = new AttemptResult(new Outcome.Accepted(Sends.OK, null), List.of());
    assertThat(outcomes(fold(List.of(1), result, null), open(), open()))
        .containsExactly(RecipientOutcome.PENDING, RecipientOutcome.ACCEPTED);
  }

  @Test
  void whatIsClosedStaysClosed() {
    AttemptResult result = new AttemptResult(new Outcome.Uncertain("EOF", null), List.of());
    Recipient accepted = RecipientRules.accepted(open(), Sends.OK);
    assertThat(outcomes(fold(List.of(0, 1), result, null), accepted, open()))
        .containsExactly(RecipientOutcome.ACCEPTED, RecipientOutcome.UNCERTAIN);
  }

  @Test
  void afterAStopProofOfNonAcceptanceClosesUnlessThereIsDoubt() {
    AttemptResult result =
        new AttemptResult(new Outcome.NotAccepted(SmtpPhase.BODY, "aborted", null), List.of());
    Recipient doubted = RecipientRules.doubted(open());
    assertThat(outcomes(fold(List.of(0, 1), result, Reason.EXPIRED), open(), doubted))
        .containsExactly(RecipientOutcome.EXPIRED, RecipientOutcome.UNCERTAIN);
  }

  @Test
  void aLateReportReachesOnlyTheUncertainOnesOfItsTransaction() {
    AttemptResult result = new AttemptResult(new Outcome.Accepted(Sends.OK, null), Sends.taken(3));
    Recipient uncertain = RecipientRules.uncertain(open(), null);
    assertThat(
            fold(List.of(0, 1), result, null).late(List.of(uncertain, open(), uncertain)).stream()
                .map(Recipient::outcome))
        .containsExactly(
            RecipientOutcome.ACCEPTED, RecipientOutcome.PENDING, RecipientOutcome.UNCERTAIN);
  }

  private static List<RecipientOutcome> outcomes(AttemptFold fold, Recipient... recipients) {
    return fold.whileOwned(List.of(recipients)).stream().map(Recipient::outcome).toList();
  }

  private static AttemptFold fold(List<Integer> latched, AttemptResult result, Reason stop) {
    return new AttemptFold(
        new Attempt(
            1,
            "token",
            latched.isEmpty() ? AttemptPhase.OPENED : AttemptPhase.END_OF_DATA,
            false,
            "<1@shop.example>",
            "node",
            Sends.NOW,
            Sends.NOW,
            null,
            null,
            null,
            null,
            null,
            latched,
            Map.of()),
        result,
        stop);
  }

  /** Carried by attempt 1. */
  private static Recipient open() {
    return new Recipient(
        "ann@example.org",
        RecipientField.TO,
        RecipientOutcome.PENDING,
        null,
        1,
        null,
        false,
        false);
  }
}
