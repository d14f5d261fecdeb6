package dev.sendonce.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sendonce.ledger.FaultyBackend.Fault;
import dev.sendonce.send.AttemptResult;
import dev.sendonce.send.Outcome;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendState;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the ledger makes of a MongoDB that fails on the wire, through the real driver. */
class UnansweredLedgerTest {
  private static final Instant NOW = Sends.NOW;
  private static final Duration LIMIT = Duration.ofSeconds(4);

  private final FaultyBackend backend = new FaultyBackend();
  private final NewSend request = Sends.to("ann@example.org");
  private TestServer server;
  private MongoConnection connection;
  private Ledger ledger;

  @BeforeEach
  void openLedger() {
    server = TestServer.on(backend);
    connection = MongoConnection.open(server.uri(), "test");
    ledger = ledger(new Patience(LIMIT, Duration.ofMillis(20), 200));
  }

  private Ledger ledger(Patience patience) {
    return new Ledger(
        new MongoSendStore(connection.database()),
        new MongoActiveSends(connection.database()),
        Clock.fixed(NOW, ZoneOffset.UTC),
        TestLedger.settings(),
        patience,
        Guards.ALL);
  }

  @AfterEach
  void closeLedger() {
    backend.release();
    connection.close();
    server.close();
  }

  @ParameterizedTest
  @EnumSource(
      value = Fault.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"NONE", "SLOW"})
  void anAcceptanceIsCertainOrRefused(Fault fault) {
    backend.next(fault);
    assertThat(ledger.prepare(request)).isInstanceOf(Preparation.Prepared.class);
    backend.deliverLate();
    assertThat(row().version()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(
      value = Fault.class,
      names = {"WRITE_CONCERN_TIMEOUT", "DROPPED_AFTER"})
  void aClaimWhoseAnswerWasLostIsFoundByItsToken(Fault fault) {
    ledger.prepare(request);
    backend.next(fault);
    assertThat(open("token-1")).isInstanceOf(Claim.Claimed.class);
  }

  @ParameterizedTest
  @EnumSource(
      value = Fault.class,
      names = {"NOT_WRITABLE_PRIMARY", "DROPPED_BEFORE", "APPLIED_LATER"})
  void aClaimThatDoesNotShowIsNotUsedEvenWhenItIsAppliedLater(Fault fault) {
    ledger.prepare(request);
    backend.next(fault);
    assertThat(open("token-1")).isInstanceOf(Claim.Unknown.class);
    backend.deliverLate();
    if (fault == Fault.APPLIED_LATER) {
      assertThat(row().state()).isEqualTo(SendState.SMTP_INFLIGHT);
      ledger.settle(request.key(), 1, true, NOW, "no answer");
    }
    assertThat(row().state()).isEqualTo(SendState.PREPARED);
  }

  @Test
  void aClaimOvertakenWhileUnansweredIsNotMine() {
    ledger.prepare(request);
    backend.next(Fault.APPLIED_LATER);
    assertThat(open("token-1")).isInstanceOf(Claim.Unknown.class);
    assertThat(open("token-2")).isInstanceOf(Claim.Claimed.class);
    backend.deliverLate();
    assertThat(row().owner()).isEqualTo("token-2");
    assertThat(ledger.markEndOfData(request.key(), 1, "token-1", Sends.taken(1)))
        .isInstanceOf(Latch.NotLatched.class);
  }

  @ParameterizedTest
  @EnumSource(
      value = Fault.class,
      names = {"WRITE_CONCERN_TIMEOUT", "DROPPED_AFTER"})
  void aLatchWhoseAnswerWasLostIsFoundByItsToken(Fault fault) {
    claimed();
    backend.next(fault);
    assertThat(latch()).isInstanceOf(Latch.Latched.class);
  }

  @ParameterizedTest
  @EnumSource(
      value = Fault.class,
      names = {"NOT_WRITABLE_PRIMARY", "DROPPED_BEFORE", "APPLIED_LATER"})
  void aLatchThatDoesNotShowMeansAbortAndTheAbortIsProofLater(Fault fault) {
    claimed();
    backend.next(fault);
    assertThat(latch()).isInstanceOf(Latch.NotLatched.class);
    backend.deliverLate();
    ledger.settle(request.key(), 1, true, NOW, "no answer");
    ledger.recordOutcome(
        request.key(),
        1,
        "token-1",
        new AttemptResult(LedgerSteps.notAccepted(), Sends.taken(1)),
        NOW);
    assertThat(row().state()).isEqualTo(SendState.PREPARED);
  }

  @Test
  void aLatchThatCannotBeReadAgainMeansAbort() {
    claimed();
    ledger = ledger(new Patience(Duration.ofMillis(300), Duration.ofMillis(20), 200));
    backend.next(Fault.DROPPED_AFTER);
    backend.next(Collections.nCopies(40, Fault.DROPPED_BEFORE).toArray(Fault[]::new));
    assertThat(latch()).isInstanceOf(Latch.NotLatched.class);
  }

  @ParameterizedTest
  @EnumSource(
      value = Fault.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"NONE", "SLOW"})
  void aReportIsWrittenOnceWhateverTheAnswer(Fault fault) {
    claimed();
    latch();
    backend.next(fault);
    Outcome accepted = new Outcome.Accepted(Sends.OK, "4T1abc");
    Transition recorded =
        ledger.recordOutcome(
            request.key(), 1, "token-1", new AttemptResult(accepted, Sends.taken(1)), NOW);
    assertThat(recorded).isInstanceOf(Transition.Applied.class);
    backend.deliverLate();
    assertThat(row().state()).isEqualTo(SendState.SMTP_ACCEPTED);
    assertThat(row().timeline()).hasSize(4);
  }

  @ParameterizedTest
  @EnumSource(
      value = Fault.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"NONE", "SLOW"})
  void aDerivedTransitionIsWrittenOnceWhateverTheAnswer(Fault fault) {
    ledger.prepare(request);
    backend.next(Fault.NONE, fault);
    assertThat(ledger.note(request.key(), "note", "eve", null))
        .isInstanceOf(Transition.Applied.class);
    backend.deliverLate();
    assertThat(row().timeline()).hasSize(2);
    assertThat(row().version()).isEqualTo(2);
  }

  @Test
  @Timeout(10)
  void aSlowAnswerIsNotWaitedForForLong() {
    ledger.prepare(request);
    backend.next(Fault.SLOW);
    assertThat(open("token-1")).isInstanceOf(Claim.Claimed.class);
  }

  @Test
  @Timeout(10)
  void withoutAServerACallerHearsWithinTenSeconds() {
    server.close();
    assertThatThrownBy(() -> ledger.prepare(request))
        .isInstanceOf(LedgerUnavailableException.class);
  }

  private void claimed() {
    ledger.prepare(request);
    assertThat(open("token-1")).isInstanceOf(Claim.Claimed.class);
  }

  private Claim open(String token) {
    return ledger.openAttempt(request.key(), 1, token, NOW.plusSeconds(600), "node-1", Map.of());
  }

  private Latch latch() {
    return ledger.markEndOfData(request.key(), 1, "token-1", Sends.taken(1));
  }

  private Send row() {
    return ledger.find(request.key()).orElseThrow();
  }
}
