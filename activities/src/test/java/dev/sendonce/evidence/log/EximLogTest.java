package dev.sendonce.evidence.log;

import static dev.sendonce.evidence.Questions.SEND_ID;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.evidence.ProbeReport.Verdict;
import dev.sendonce.evidence.Question;
import dev.sendonce.evidence.Questions;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Lines as Exim 4.96 wrote them in the laboratory, names and times changed. */
class EximLogTest {
  private static final String AT = "2026-03-04 10:00:02 1xXobY-0004Fs-01 ";
  private static final String TIED =
      AT + "sendonce from=<app@example.org> id=" + Questions.MESSAGE_ID;
  private static final String LOST =
      AT + "SMTP connection lost after final dot H=(x) [192.0.2.9] P=esmtp";
  private static final String ARRIVED =
      AT + "<= app@example.org H=(x) [192.0.2.9] P=esmtp S=356 id=" + SEND_ID + "@example.org";

  private static Verdict verdict(Question question, boolean complete, String... lines) {
    EximLog log = new EximLog(question);
    for (String line : lines) {
      log.line(line);
    }
    return log.conclude(complete).verdict();
  }

  private static Verdict first(boolean complete, String... lines) {
    return verdict(Questions.first(Optional.empty()), complete, lines);
  }

  private static Verdict second(boolean complete, String... lines) {
    return verdict(Questions.second(Optional.empty()), complete, lines);
  }

  private static String from(String line, int attempt) {
    return line.replace("app@example.org", "b+" + SEND_ID + "." + attempt + "@bounce.example.org");
  }

  @Test
  void anArrivalWithOurMessageIdProvesAcceptance() {
    assertThat(first(false, ARRIVED)).isEqualTo(Verdict.ACCEPTED);
    assertThat(first(true, TIED, ARRIVED)).isEqualTo(Verdict.ACCEPTED);
  }

  @Test
  void aConnectionLostAfterTheDotProvesNonAcceptanceWhenTheIdIsTiedToOurMessage() {
    assertThat(first(true, TIED, LOST)).isEqualTo(Verdict.NOT_ACCEPTED);
    assertThat(first(true, TIED + "\\n", LOST)).isEqualTo(Verdict.NOT_ACCEPTED);
  }

  @Test
  void somebodysLostConnectionProvesNothing() {
    assertThat(first(true, LOST)).isEqualTo(Verdict.NOTHING);
    assertThat(first(true, TIED, LOST.replace("0004Fs", "0009Zz"))).isEqualTo(Verdict.NOTHING);
  }

  @Test
  void aDotThatIsStillBeingWorkedOnProvesNothing() {
    assertThat(first(true, TIED)).isEqualTo(Verdict.NOTHING);
  }

  @Test
  void aLogThatMayMissLinesProvesNoNonAcceptance() {
    assertThat(first(false, TIED, LOST)).isEqualTo(Verdict.NOTHING);
  }

  @Test
  void twoIdsOfTheSameMessageLeaveItOpen() {
    assertThat(first(true, TIED, LOST, TIED.replace("0004Fs", "0009Zz")))
        .isEqualTo(Verdict.NOTHING);
  }

  @Test
  void arrivalUnderAnotherIdWinsOverALostOne() {
    assertThat(first(true, TIED, LOST, ARRIVED.replace("0004Fs", "0009Zz")))
        .isEqualTo(Verdict.ACCEPTED);
  }

  @Test
  void aConnectionLostInsideTheBodyNamesNobody() {
    assertThat(
            first(
                true,
                "2026-03-04 10:00:02 SMTP connection from (x) [192.0.2.9] lost while reading message"
                    + " data"))
        .isEqualTo(Verdict.NOTHING);
  }

  @Test
  void aRefusalByTheDataAclCountsWithTheReturnPathOfTheAttempt() {
    String refused = AT + "H=(x) [192.0.2.9] F=<app@example.org> rejected after DATA: no thanks";
    assertThat(first(true, from(TIED, 1), from(refused, 1))).isEqualTo(Verdict.NOT_ACCEPTED);
    assertThat(first(true, refused)).isEqualTo(Verdict.NOTHING);
    assertThat(second(true, from(refused, 1))).isEqualTo(Verdict.NOTHING);
  }

  @Test
  void theReturnPathTellsTheAttempt() {
    assertThat(second(false, from(ARRIVED, 2))).isEqualTo(Verdict.ACCEPTED);
    assertThat(second(true, from(ARRIVED, 1))).isEqualTo(Verdict.NOTHING);
    assertThat(second(true, from(TIED, 1), LOST)).isEqualTo(Verdict.NOTHING);
    assertThat(second(true, from(TIED, 2), LOST)).isEqualTo(Verdict.NOT_ACCEPTED);
  }

  @Test
  void withoutReturnPathTheBaselineTellsTheAttempt() {
    assertThat(second(true, ARRIVED)).isEqualTo(Verdict.ACCEPTED);
    assertThat(second(false, ARRIVED)).isEqualTo(Verdict.NOTHING);
  }

  @Test
  void readsOtherLogFormats() {
    assertThat(first(false, ARRIVED.replace("10:00:02 ", "10:00:02.123 +0100 [4711] ")))
        .isEqualTo(Verdict.ACCEPTED);
    assertThat(first(false, ARRIVED.replace("1xXobY-0004Fs-01", "1xXobY-000000004Fs-01Ab")))
        .isEqualTo(Verdict.ACCEPTED);
  }
}
