package dev.sendonce.smtp;

import static dev.sendonce.smtp.Attempts.BOB;
import static dev.sendonce.smtp.Attempts.LATCHED;
import static dev.sendonce.smtp.Attempts.accepted;
import static dev.sendonce.smtp.Attempts.notAcceptedIn;
import static dev.sendonce.smtp.Attempts.once;
import static dev.sendonce.smtp.Attempts.relay;
import static dev.sendonce.smtp.Attempts.verdicts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.send.AttemptResult;
import dev.sendonce.send.Outcome;
import dev.sendonce.send.RcptReply;
import dev.sendonce.send.SmtpPhase;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** One transaction, a verdict per recipient. */
class RecipientsTest {
  private static final String[] THREE = {"a@example.net", "b@example.net", "c@example.net"};

  @Test
  void goesOnWithThoseTakenAndTellsTheLatchWhoIsIn() throws Exception {
    List<RcptReply> latched = new ArrayList<>();
    Manners manners = new Manners().at("RCPT", "250 ok", "550 5.1.1 no", "450 4.2.0 later");
    try (ScriptedRelay server = new ScriptedRelay(manners);
        SmtpRelay relay = relay(server)) {
      AttemptResult result =
          relay.transmit(Letters.to(THREE), replies -> latched.addAll(replies), new AbortSwitch());
      assertThat(accepted(result)).isTrue();
      assertThat(verdicts(result)).containsExactly("TAKEN 250", "REFUSED 550", "DEFERRED 450");
      assertThat(latched).isEqualTo(result.rcptReplies());
      assertThat(server.completeBodies()).hasSize(1);
    }
  }

  @Test
  void twentyRecipientsWithOneRefusedAndOneDeferred() throws Exception {
    Manners manners = new Manners();
    String[] all =
        IntStream.rangeClosed(1, 20).mapToObj(i -> "r" + i + "@example.net").toArray(String[]::new);
    for (int i = 1; i <= 20; i++) {
      manners.at("RCPT", i == 7 ? "550 no" : i == 12 ? "450 later" : "250 ok");
    }
    AttemptResult result = sent(manners, all);
    assertThat(accepted(result)).isTrue();
    assertThat(verdicts(result)).hasSize(20).element(6).isEqualTo("REFUSED 550");
    assertThat(verdicts(result)).element(11).isEqualTo("DEFERRED 450");
    assertThat(verdicts(result).stream().filter("TAKEN 250"::equals)).hasSize(18);
  }

  @Test
  void endsBeforeDataWhenAllAreRefused() throws Exception {
    try (ScriptedRelay server =
            new ScriptedRelay(new Manners().at("RCPT", "550 no", "551 no", "553 no"));
        SmtpRelay relay = relay(server)) {
      AttemptResult result = relay.transmit(Letters.to(THREE), LATCHED, new AbortSwitch());
      assertThat(result.outcome()).isInstanceOf(Outcome.Rejected.class);
      assertThat(verdicts(result)).containsExactly("REFUSED 550", "REFUSED 551", "REFUSED 553");
      assertThat(server.commands()).doesNotContain("DATA").endsWith("RSET");
    }
  }

  @Test
  void staysOpenWhenNoneIsTakenButOneIsDeferred() throws Exception {
    AttemptResult result = sent(new Manners().at("RCPT", "550 no", "450 later", "550 no"), THREE);
    assertThat(notAcceptedIn(result)).isEqualTo(SmtpPhase.RCPT);
    assertThat(verdicts(result)).containsExactly("REFUSED 550", "DEFERRED 450", "REFUSED 550");
  }

  @Test
  void doesNotAskFurtherOnceTheTransactionIsFull() throws Exception {
    AttemptResult result =
        sent(new Manners().at("RCPT", "250 ok", "452 4.5.3 too many recipients"), THREE);
    assertThat(accepted(result)).isTrue();
    assertThat(verdicts(result)).containsExactly("TAKEN 250", "DEFERRED 452", "NOT_ASKED");
    assertThat(verdicts(sent(new Manners().at("RCPT", "250 ok", "552 5.5.3 too many"), THREE)))
        .containsExactly("TAKEN 250", "DEFERRED 552", "NOT_ASKED");
  }

  @Test
  void goesOnAfterA452ThatIsAboutOneMailbox() throws Exception {
    assertThat(verdicts(sent(new Manners().at("RCPT", "250 ok", "452 4.2.2 full"), THREE)))
        .containsExactly("TAKEN 250", "DEFERRED 452", "TAKEN 250");
  }

  @Test
  void aRefusalOfDataDoesNotConcernThoseWhoWereNotAsked() throws Exception {
    Manners manners = new Manners().at("RCPT", "250 ok", "452 4.5.3 too many").at("DATA", "554 no");
    AttemptResult result = sent(manners, THREE);
    assertThat(result.outcome()).isInstanceOf(Outcome.Rejected.class);
    assertThat(verdicts(result)).containsExactly("TAKEN 250", "DEFERRED 452", "DEFERRED");
  }

  @Test
  void stopsAt421() throws Exception {
    AttemptResult result =
        sent(new Manners().at("RCPT", "250 ok", "421 4.3.2 shutting down"), THREE);
    assertThat(notAcceptedIn(result)).isEqualTo(SmtpPhase.RCPT);
    assertThat(verdicts(result)).containsExactly("TAKEN 250", "DEFERRED 421", "NOT_ASKED");
  }

  @Test
  void refusesItselfWhomTheRelayCannotServe() throws Exception {
    AttemptResult result = sent(new Manners(), "grå@example.net", BOB);
    assertThat(accepted(result)).isTrue();
    assertThat(verdicts(result)).containsExactly("REFUSED 553", "TAKEN 250");
  }

  @Test
  void asksNothingWhenItHasToRefuseAll() throws Exception {
    try (ScriptedRelay server = new ScriptedRelay(new Manners())) {
      AttemptResult result = once(Letters.settings(server.port()), Letters.to("grå@example.net"));
      assertThat(result.outcome()).isInstanceOf(Outcome.Rejected.class);
      assertThat(server.commands()).noneMatch(command -> command.startsWith("MAIL"));
    }
  }

  @Test
  void theJournalIsAskedFirstAndNotReported() throws Exception {
    try (ScriptedRelay server = new ScriptedRelay(new Manners())) {
      AttemptResult result =
          once(
              new SettingsFor(server.port()).journal("journal@example.org").build(),
              Letters.to(BOB));
      assertThat(accepted(result)).isTrue();
      assertThat(verdicts(result)).containsExactly("TAKEN 250");
      assertThat(server.commands())
          .containsSubsequence(
              "RCPT TO:<journal@example.org> NOTIFY=NEVER",
              "RCPT TO:<bob@example.net> NOTIFY=FAILURE,DELAY ORCPT=rfc822;bob@example.net");
    }
  }

  @Test
  void aRefusedJournalEndsTheTransactionBeforeData() throws Exception {
    try (ScriptedRelay server = new ScriptedRelay(new Manners().at("RCPT", "550 5.1.1 no"))) {
      AttemptResult result =
          once(
              new SettingsFor(server.port()).journal("journal@example.org").build(),
              Letters.to(BOB));
      assertThat(notAcceptedIn(result)).isEqualTo(SmtpPhase.RCPT);
      assertThat(verdicts(result)).containsExactly("NOT_ASKED");
      assertThat(server.commands()).doesNotContain("DATA");
    }
  }

  @Test
  void refusalsOfMailAndDataAreFinalAndTheirTransientFormsAreNot() throws Exception {
    assertThat(sent(new Manners().at("MAIL", "550 5.7.1 no"), BOB).outcome())
        .isInstanceOf(Outcome.Rejected.class);
    assertThat(notAcceptedIn(sent(new Manners().at("MAIL", "451 later"), BOB)))
        .isEqualTo(SmtpPhase.MAIL);
    assertThat(sent(new Manners().at("DATA", "554 no"), BOB).outcome())
        .isInstanceOf(Outcome.Rejected.class);
    for (String reply : new String[] {"451 later", "250 what", "421 bye", "hello"}) {
      assertThat(notAcceptedIn(sent(new Manners().at("DATA", reply), BOB)))
          .isEqualTo(SmtpPhase.DATA);
    }
  }

  private static AttemptResult sent(Manners manners, String... recipients) throws Exception {
    try (ScriptedRelay server = new ScriptedRelay(manners)) {
      return once(Letters.settings(server.port()), Letters.to(recipients));
    }
  }
}
