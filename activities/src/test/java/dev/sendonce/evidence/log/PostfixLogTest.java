package dev.sendonce.evidence.log;

import static dev.sendonce.evidence.Questions.SEND_ID;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.evidence.Answer;
import dev.sendonce.evidence.ProbeReport.Verdict;
import dev.sendonce.evidence.Question;
import dev.sendonce.evidence.Questions;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Lines as Postfix 3.7 wrote them in the laboratory, names and times changed. */
class PostfixLogTest {
  private static final String CONNECT =
      "10:00:00 lab postfix/smtpd[945]: connect from c[192.0.2.9]";
  private static final String CLIENT =
      "10:00:01 lab postfix/smtpd[945]: 4jd3jB2CYs: client=c[192.0.2.9]";
  private static final String IDENTIFIED =
      "10:00:01 lab postfix/cleanup[803]: 4jd3jB2CYs: message-id=" + Questions.MESSAGE_ID;
  private static final String ACTIVE =
      "10:00:01 lab postfix/qmgr[941]: 4jd3jB2CYs: from=<app@example.org>, size=398, nrcpt=1"
          + " (queue active)";
  private static final String LOST =
      "10:00:02 lab postfix/smtpd[945]: lost connection after DATA (1277854 bytes) from c[192.0.2.9]";
  private static final String OVER =
      "10:00:02 lab postfix/smtpd[945]: disconnect from c[192.0.2.9] ehlo=1 mail=1 rcpt=1 data=0/1";
  private static final String[] CUT = {CONNECT, CLIENT, IDENTIFIED, LOST, OVER};

  private static Answer read(Question question, boolean complete, String... lines) {
    LogTime time = new LogTime(ZoneOffset.UTC, Instant.parse("2026-03-04T11:00:00Z"));
    PostfixLog log = new PostfixLog(question, time);
    for (String line : lines) {
      log.line("Mar  4 " + line);
    }
    return log.conclude(complete);
  }

  private static Verdict verdict(boolean complete, String... lines) {
    return read(Questions.first(Optional.empty()), complete, lines).verdict();
  }

  private static Verdict verdictOnSecond(boolean complete, String... lines) {
    return read(Questions.second(Optional.empty()), complete, lines).verdict();
  }

  private static String active(String sender) {
    return ACTIVE.replace("app@example.org", sender);
  }

  private static String verp(int attempt) {
    return "b+" + SEND_ID + "." + attempt + "@bounce.example.org";
  }

  @Test
  void anActiveQueueIdWithOurMessageIdProvesAcceptance() {
    Answer answer =
        read(Questions.first(Optional.empty()), false, CONNECT, CLIENT, IDENTIFIED, ACTIVE, OVER);
    assertThat(answer.verdict()).isEqualTo(Verdict.ACCEPTED);
    assertThat(answer.recipients()).containsExactly(0, 2);
    assertThat(answer.detail()).contains("4jd3jB2CYs");
  }

  @Test
  void acceptanceIsSeenAlsoWhenTheSessionEndedFirst() {
    assertThat(verdict(true, CONNECT, CLIENT, IDENTIFIED, OVER, ACTIVE))
        .isEqualTo(Verdict.ACCEPTED);
  }

  @Test
  void theMessageIdLineAloneProvesNothing() {
    assertThat(verdict(true, CONNECT, CLIENT, IDENTIFIED)).isEqualTo(Verdict.NOTHING);
    assertThat(verdict(true, CONNECT, CLIENT, IDENTIFIED, OVER)).isEqualTo(Verdict.NOTHING);
  }

  @Test
  void aSessionLostInsideDataProvesNonAcceptance() {
    Answer answer = read(Questions.first(Optional.empty()), true, CUT);
    assertThat(answer.verdict()).isEqualTo(Verdict.NOT_ACCEPTED);
    assertThat(answer.recipients()).containsExactly(0, 2);
  }

  @Test
  void theLostLineMayComeBeforeTheMessageIdLine() {
    assertThat(verdict(true, CONNECT, CLIENT, LOST, IDENTIFIED, OVER))
        .isEqualTo(Verdict.NOT_ACCEPTED);
    assertThat(verdict(true, CONNECT, CLIENT, LOST, OVER, IDENTIFIED))
        .isEqualTo(Verdict.NOT_ACCEPTED);
  }

  @Test
  void aTimeOutInsideDataProvesNonAcceptanceToo() {
    assertThat(
            verdict(
                true,
                CONNECT,
                CLIENT,
                IDENTIFIED,
                LOST.replace("lost connection", "timeout"),
                OVER))
        .isEqualTo(Verdict.NOT_ACCEPTED);
  }

  @Test
  void losingTheConnectionAfterTheDotProvesNothing() {
    String afterDot = LOST.replace("DATA (1277854 bytes)", "END-OF-MESSAGE");
    assertThat(verdict(true, CONNECT, CLIENT, IDENTIFIED, afterDot, OVER))
        .isEqualTo(Verdict.NOTHING);
  }

  @Test
  void wordsWithoutTheByteCountProveNothing() {
    // before 2.6 Postfix said this also when its 250 could not be written
    String old = LOST.replace(" (1277854 bytes)", "");
    assertThat(verdict(true, CONNECT, CLIENT, IDENTIFIED, old, OVER)).isEqualTo(Verdict.NOTHING);
  }

  @Test
  void silenceProvesNothing() {
    assertThat(verdict(true)).isEqualTo(Verdict.NOTHING);
    assertThat(verdict(true, CONNECT, CLIENT, LOST, OVER)).isEqualTo(Verdict.NOTHING);
  }

  @Test
  void aLogThatMayMissLinesProvesNoNonAcceptance() {
    assertThat(verdict(false, CUT)).isEqualTo(Verdict.NOTHING);
  }

  @Test
  void aSessionOfBeforeTheAttemptIsNotItsOwn() {
    // the client= line lies before the lines at hand: an earlier attempt, noticed late by the relay
    assertThat(verdict(true, IDENTIFIED, LOST, OVER)).isEqualTo(Verdict.NOTHING);
    String early = CLIENT.replace("10:00:01", "09:59:40");
    assertThat(verdict(true, CONNECT, early, IDENTIFIED, LOST, OVER)).isEqualTo(Verdict.NOTHING);
  }

  @Test
  void aSecondSessionWithTheSameMessageIdLeavesItOpen() {
    String other = "10:00:03 lab postfix/smtpd[946]: 4jd3jC1NQS: client=c[192.0.2.9]";
    String identified = IDENTIFIED.replace("4jd3jB2CYs", "4jd3jC1NQS");
    assertThat(verdict(true, CONNECT, CLIENT, IDENTIFIED, LOST, OVER, other, identified))
        .isEqualTo(Verdict.NOTHING);
  }

  @Test
  void acceptanceInAnotherSessionWinsOverALostOne() {
    String other = "10:00:03 lab postfix/smtpd[946]: 4jd3jC1NQS: client=c[192.0.2.9]";
    String identified = IDENTIFIED.replace("4jd3jB2CYs", "4jd3jC1NQS");
    String active = ACTIVE.replace("4jd3jB2CYs", "4jd3jC1NQS");
    assertThat(verdict(true, CONNECT, CLIENT, IDENTIFIED, LOST, OVER, other, identified, active))
        .isEqualTo(Verdict.ACCEPTED);
  }

  @Test
  void aSessionStillOpenThatCouldBeTheAttemptsOwnLeavesItOpen() {
    String slow = "10:00:01 lab postfix/smtpd[946]: 4jd3jC1NQS: client=c[192.0.2.9]";
    assertThat(verdict(true, CONNECT, CLIENT, slow, IDENTIFIED, LOST, OVER))
        .isEqualTo(Verdict.NOTHING);
    String later = slow.replace("10:00:01", "10:30:00");
    assertThat(verdict(true, CONNECT, CLIENT, later, IDENTIFIED, LOST, OVER))
        .isEqualTo(Verdict.NOT_ACCEPTED);
  }

  @Test
  void onlyTheTransactionThatWasLostIsLost() {
    // the same session went on with another message, and that one was cut
    String next = "10:00:02 lab postfix/smtpd[945]: 4jd3jC1NQS: client=c[192.0.2.9]";
    assertThat(verdict(true, CONNECT, CLIENT, IDENTIFIED, next, LOST, OVER))
        .isEqualTo(Verdict.NOTHING);
  }

  @Test
  void aMessageThatBecameActiveIsNeverLost() {
    assertThat(verdictOnSecond(true, CONNECT, CLIENT, IDENTIFIED, active(verp(1)), LOST, OVER))
        .isEqualTo(Verdict.NOTHING);
  }

  @Test
  void aFiltersSessionIsNotOurs() {
    String filter = CLIENT + ", orig_queue_id=A1B2C3D4, orig_client=c[192.0.2.9]";
    assertThat(verdict(true, CONNECT, filter, IDENTIFIED, LOST, OVER)).isEqualTo(Verdict.NOTHING);
  }

  @Test
  void aRefusalAfterTheDotProvesNonAcceptance() {
    String milter =
        "10:00:02 lab postfix/cleanup[803]: 4jd3jB2CYs: milter-reject: END-OF-MESSAGE from"
            + " c[192.0.2.9]: 5.7.1 spam; from=<app@example.org> to=<ann@example.net>";
    assertThat(verdict(true, CONNECT, CLIENT, IDENTIFIED, milter, OVER))
        .isEqualTo(Verdict.NOT_ACCEPTED);
    assertThat(verdict(true, CONNECT, CLIENT, IDENTIFIED, milter)).isEqualTo(Verdict.NOTHING);
  }

  @Test
  void aDiscardedMessageWasAccepted() {
    String discard =
        "10:00:02 lab postfix/cleanup[803]: 4jd3jB2CYs: discard: header Subject: x from c[192.0.2.9]";
    assertThat(verdict(true, CONNECT, CLIENT, IDENTIFIED, discard, OVER))
        .isEqualTo(Verdict.NOTHING);
  }

  @Test
  void theReturnPathTellsTheAttempt() {
    assertThat(verdictOnSecond(false, CLIENT, IDENTIFIED, active(verp(2))))
        .isEqualTo(Verdict.ACCEPTED);
    assertThat(verdictOnSecond(true, CLIENT, IDENTIFIED, active(verp(1))))
        .isEqualTo(Verdict.NOTHING);
  }

  @Test
  void withoutReturnPathTheBaselineTellsTheAttempt() {
    assertThat(verdictOnSecond(true, CLIENT, IDENTIFIED, ACTIVE)).isEqualTo(Verdict.ACCEPTED);
    assertThat(verdictOnSecond(true, IDENTIFIED, ACTIVE)).isEqualTo(Verdict.NOTHING);
    assertThat(verdictOnSecond(false, CLIENT, IDENTIFIED, ACTIVE)).isEqualTo(Verdict.NOTHING);
  }

  @Test
  void aMessageIdThatAClientBroughtAlongProvesNothing() {
    Question q = Questions.first(Optional.empty());
    Question own =
        new Question(
            q.key(),
            "anotherid0000000",
            q.attempt(),
            q.messageId(),
            q.from(),
            q.latched(),
            true,
            q.openedAt(),
            q.endOfDataAt(),
            q.queueId(),
            q.replyText(),
            q.baseline());
    assertThat(read(own, true, CUT).verdict()).isEqualTo(Verdict.NOTHING);
    assertThat(read(own, true, CLIENT, IDENTIFIED, ACTIVE).verdict()).isEqualTo(Verdict.NOTHING);
  }

  @Test
  void readsOtherServiceNamesAndModernTimeStamps() {
    PostfixLog log =
        new PostfixLog(
            Questions.first(Optional.empty()),
            new LogTime(ZoneOffset.ofHours(9), Instant.parse("2026-03-04T11:00:00Z")));
    for (String line : CUT) {
      log.line(
          "2026-03-04T11:"
              + line.substring(3, 8)
              + ".123456+01:00"
              + line.substring(8).replace("postfix/smtpd", "postfix/submission/smtpd"));
    }
    assertThat(log.conclude(true).verdict()).isEqualTo(Verdict.NOT_ACCEPTED);
  }
}
