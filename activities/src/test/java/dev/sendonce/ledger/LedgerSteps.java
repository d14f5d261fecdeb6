package dev.sendonce.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.send.AttemptResult;
import dev.sendonce.send.Outcome;
import dev.sendonce.send.RcptReply;
import dev.sendonce.send.Reply;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import dev.sendonce.send.SmtpPhase;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The ledger under test and the steps that every chapter of the contract takes. */
abstract class LedgerSteps {
  static final Instant NOW = Sends.NOW;
  static final Instant DEADLINE = NOW.plusSeconds(600);
  static final Instant RETRY_AT = NOW.plusSeconds(30);

  TestLedger fixture;
  Ledger ledger;

  /** A fresh ledger on the backend under test. */
  protected abstract TestLedger open(Clock clock);

  @BeforeEach
  void openLedger() {
    fixture = open(Clock.fixed(NOW, ZoneOffset.UTC));
    ledger = fixture.ledger();
  }

  @AfterEach
  void closeLedger() {
    fixture.close();
  }

  final SendKey prepared(String... addresses) {
    NewSend request = Sends.to(addresses);
    assertThat(ledger.prepare(request)).isInstanceOf(Preparation.Prepared.class);
    return request.key();
  }

  /** Latched under this token, then settled. */
  final SendKey uncertain(String address, String token) {
    SendKey key = prepared(address);
    assertThat(open(key, 1, token)).isInstanceOf(Claim.Claimed.class);
    assertThat(latch(key, 1, token, Sends.taken(1))).isInstanceOf(Latch.Latched.class);
    applied(ledger.settle(key, 1, true, RETRY_AT, "worker lost"));
    return key;
  }

  final String claim(SendKey key, int attempt) {
    String token = UUID.randomUUID().toString();
    assertThat(open(key, attempt, token)).isInstanceOf(Claim.Claimed.class);
    return token;
  }

  final Claim open(SendKey key, int attempt, String token) {
    return ledger.openAttempt(key, attempt, token, DEADLINE, "node-1", Map.of("imap", "uidnext=7"));
  }

  final Latch latch(SendKey key, int attempt, String token, List<RcptReply> replies) {
    return ledger.markEndOfData(key, attempt, token, replies);
  }

  final Transition report(SendKey key, int attempt, String token, Outcome outcome) {
    return ledger.recordOutcome(
        key, attempt, token, new AttemptResult(outcome, Sends.taken(1)), RETRY_AT);
  }

  static Outcome notAccepted() {
    return new Outcome.NotAccepted(SmtpPhase.DATA, "451 to DATA", Reply.of(451, "4.3.0 Later"));
  }

  /** Repeats an order that is too early until the guard has passed. */
  static Send awaitApplied(Callable<Transition> order) {
    return applied(
        Awaitility.await()
            .pollInterval(Duration.ofMillis(20))
            .until(order, Transition.Applied.class::isInstance));
  }

  static Send applied(Transition transition) {
    assertThat(transition).isInstanceOf(Transition.Applied.class);
    return ((Transition.Applied) transition).send();
  }
}
