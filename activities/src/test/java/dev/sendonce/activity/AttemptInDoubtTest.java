package dev.sendonce.activity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.ledger.KeyedDigest;
import dev.sendonce.ledger.Ledger;
import dev.sendonce.ledger.LedgerSettings;
import dev.sendonce.ledger.MongoSendStore;
import dev.sendonce.ledger.NewSend;
import dev.sendonce.ledger.Sends;
import dev.sendonce.ledger.TestLedger;
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
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which attempt evidence sources are asked about. */
class AttemptInDoubtTest {
  private static final Instant LATER = Instant.parse("2036-01-01T00:00:00Z");

  private final TestLedger base = TestLedger.inMemory(Clock.systemUTC());
  private final Ledger ledger =
      new Ledger(
          new MongoSendStore(base.database()),
          base.active(),
          Clock.systemUTC(),
          new LedgerSettings(Duration.ZERO, new KeyedDigest(new byte[16]), address -> address));

  @AfterEach
  void tearDown() {
    base.close();
  }

  @Test
  void theNewestWhenItIsUncertain() {
    SendKey key = uncertainAndResent("ann@example.org");
    latch(key, 2, Sends.taken(1));
    ledger.settle(key, 2, true, LATER, "worker lost");

    assertThat(Questions.attemptInDoubt(find(key)).orElseThrow().number()).isEqualTo(2);
  }

  @Test
  void notTheNewestWhenItProvedThatItWasNotAccepted() {
    SendKey key = uncertainAndResent("ann@example.org");
    latch(key, 2, Sends.taken(1));
    Reply later = Reply.of(451, "4.3.0 later");
    report(key, new Outcome.NotAccepted(SmtpPhase.REPLIED, "451", later), Sends.taken(1));
    ledger.cancel(key, "eve", null);

    Send send = find(key);
    assertThat(send.state()).isEqualTo(SendState.CONFIRMING);
    assertThat(Questions.attemptInDoubt(send).orElseThrow().number()).isEqualTo(1);
  }

  @Test
  void notTheNewestWhenItCarriedOnlyOthers() {
    SendKey key = uncertainAndResent("ann@example.org", "bob@example.org");
    List<RcptReply> replies =
        List.of(
            new RcptReply(0, Verdict.REFUSED, Reply.of(550, "5.1.1 no such user")),
            new RcptReply(1, Verdict.TAKEN, Reply.of(250, "2.1.5 ok")));
    latch(key, 2, replies);
    report(key, new Outcome.Accepted(Sends.OK, null), replies);

    Send send = find(key);
    assertThat(send.recipients().get(0).outcome()).isEqualTo(RecipientOutcome.UNCERTAIN);
    Send.Attempt about = Questions.attemptInDoubt(send).orElseThrow();
    assertThat(about.number()).isEqualTo(1);
    assertThat(Questions.about(send, about, "imap").latched())
        .extracting(latched -> latched.address().toString())
        .contains("ann@example.org");
  }

  private SendKey uncertainAndResent(String... addresses) {
    NewSend request = Sends.to(addresses);
    ledger.prepare(request);
    latch(request.key(), 1, Sends.taken(addresses.length));
    ledger.settle(request.key(), 1, true, LATER, "worker lost");
    ledger.resolve(request.key(), 1, "order-1", Decision.RESEND, "eve", "must arrive");
    return request.key();
  }

  private void latch(SendKey key, int attempt, List<RcptReply> replies) {
    ledger.openAttempt(key, attempt, "token-" + attempt, LATER, "node-1", Map.of());
    ledger.markEndOfData(key, attempt, "token-" + attempt, replies);
  }

  private void report(SendKey key, Outcome outcome, List<RcptReply> replies) {
    ledger.recordOutcome(key, 2, "token-2", new AttemptResult(outcome, replies), LATER);
  }

  private Send find(SendKey key) {
    return ledger.find(key).orElseThrow();
  }
}
