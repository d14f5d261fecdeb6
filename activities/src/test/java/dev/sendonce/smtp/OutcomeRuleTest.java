package dev.sendonce.smtp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.send.Outcome;
import dev.sendonce.send.Reply;
import dev.sendonce.send.SmtpPhase;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The table of DESIGN 3, row by row. */
class OutcomeRuleTest {
  private final OutcomeRule trusting = new OutcomeRule(true);
  private final OutcomeRule distrusting = new OutcomeRule(false);

  @ParameterizedTest
  @EnumSource(
      value = SmtpPhase.class,
      names = {"CONNECT", "GREETING", "EHLO", "TLS", "AUTH"})
  void anyTroubleBeforeMailIsTheRelaysProblem(SmtpPhase phase) {
    for (int code : new int[] {0, 220, 421, 454, 535, 554, 999}) {
      Outcome outcome = trusting.decide(seen(phase, code, 0));
      assertThat(outcome).isInstanceOf(Outcome.NotAccepted.class);
      assertThat(((Outcome.NotAccepted) outcome).relayProblem()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = SmtpPhase.class,
      names = {"MAIL", "RCPT", "DATA", "BODY"})
  void beforeEndOfDataOnlyAFinalReplyRejects(SmtpPhase phase) {
    for (int code : new int[] {0, 150, 250, 354, 421, 450, 452, 600, 999}) {
      Outcome outcome = trusting.decide(seen(phase, code, 2));
      assertThat(outcome).isInstanceOf(Outcome.NotAccepted.class);
      assertThat(((Outcome.NotAccepted) outcome).relayProblem()).isFalse();
    }
    assertThat(trusting.decide(seen(phase, 550, 2)))
        .isEqualTo(new Outcome.Rejected(phase, Reply.of(550, "text")));
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 250, 251, 252, 299})
  void any2yzToEndOfDataIsAcceptance(int code) {
    assertThat(trusting.decide(seen(SmtpPhase.REPLIED, code, 3)))
        .isInstanceOf(Outcome.Accepted.class);
  }

  @Test
  void acceptanceCarriesTheQueueId() {
    Observation seen =
        Observation.answered(SmtpPhase.REPLIED, Reply.of(250, "2.0.0 Ok: queued as 4Zt1"), 1);
    assertThat(trusting.decide(seen))
        .isEqualTo(new Outcome.Accepted(Reply.of(250, "2.0.0 Ok: queued as 4Zt1"), "4Zt1"));
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 550, 552, 554, 599})
  void any5yzToEndOfDataIsARejection(int code) {
    assertThat(trusting.decide(seen(SmtpPhase.REPLIED, code, 3)))
        .isEqualTo(new Outcome.Rejected(SmtpPhase.REPLIED, Reply.of(code, "text")));
  }

  @ParameterizedTest
  @CsvSource({"400", "450", "451", "452", "499"})
  void a4yzToASingleRecipientIsProofOnlyWhereTrusted(int code) {
    assertThat(trusting.decide(seen(SmtpPhase.REPLIED, code, 1)))
        .isInstanceOf(Outcome.NotAccepted.class)
        .extracting(o -> ((Outcome.NotAccepted) o).reached())
        .isEqualTo(SmtpPhase.REPLIED);
    assertThat(distrusting.decide(seen(SmtpPhase.REPLIED, code, 1)))
        .isInstanceOf(Outcome.Uncertain.class);
  }

  @Test
  void a4yzToSeveralRecipientsProvesNothing() {
    assertThat(trusting.decide(seen(SmtpPhase.REPLIED, 451, 2)))
        .isEqualTo(
            new Outcome.Uncertain(
                "a transient refusal of a transaction with 2 recipients", Reply.of(451, "text")));
  }

  @Test
  void a421ToEndOfDataProvesNothing() {
    assertThat(trusting.decide(seen(SmtpPhase.REPLIED, 421, 1)))
        .isInstanceOf(Outcome.Uncertain.class);
  }

  @Test
  void everyOtherCodeToEndOfDataProvesNothing() {
    IntStream.range(0, 1000)
        .filter(code -> code / 100 != 2 && code / 100 != 4 && code / 100 != 5)
        .forEach(
            code ->
                assertThat(trusting.decide(seen(SmtpPhase.REPLIED, code, 1)))
                    .isInstanceOf(Outcome.Uncertain.class));
  }

  @Test
  void noReplyToEndOfDataProvesNothing() {
    assertThat(trusting.decide(Observation.broken(SmtpPhase.END_OF_DATA, 1, "reset")))
        .isEqualTo(new Outcome.Uncertain("reset", null));
  }

  @Test
  void theSameTroubleIsDefiniteOneStepEarlier() {
    assertThat(trusting.decide(Observation.broken(SmtpPhase.BODY, 1, "reset")))
        .isEqualTo(new Outcome.NotAccepted(SmtpPhase.BODY, "reset", null));
  }

  private static Observation seen(SmtpPhase phase, int code, int recipients) {
    return code == 0
        ? Observation.broken(phase, recipients, "broken")
        : Observation.answered(phase, Reply.of(code, "text"), recipients);
  }
}
