package dev.sendonce.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.send.Decision;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

/** {@code expireAfter} is a day here, and stays one. */
class ExpiryTest extends LedgerSteps {
  private static final Duration DAY = Duration.ofDays(1);

  private final MovableClock clock = new MovableClock();

  @Override
  protected TestLedger open(Clock fixed) {
    return TestLedger.inMemory(clock);
  }

  @Test
  void doesNotGrowWithEachResend() {
    SendKey key = uncertain("ann@example.org", "token-1");
    for (int attempt = 1; attempt <= 3; attempt++) {
      clock.now = clock.now.plus(Duration.ofDays(5));
      Send row = resend(key, attempt);
      assertThat(row.expiresAt()).isEqualTo(clock.now.plus(DAY));
      uncertainAgain(key, attempt + 1);
    }
  }

  @Test
  void doesNotGrowWhenAResendIsRescheduled() {
    SendKey key = uncertain("ann@example.org", "token-1");
    clock.now = clock.now.plus(Duration.ofDays(5));
    resend(key, 1);
    Instant at = clock.now.plus(Duration.ofDays(2));

    assertThat(applied(ledger.reschedule(key, at, "eve")).expiresAt()).isEqualTo(at.plus(DAY));
    assertThat(applied(ledger.reschedule(key, NOW, "eve")).expiresAt())
        .isEqualTo(clock.now.plus(DAY));
  }

  @Test
  void countsFromTheLaterOfAcceptanceAndTime() {
    SendKey key = prepared("ann@example.org");
    Instant at = NOW.plus(Duration.ofDays(3));

    assertThat(applied(ledger.reschedule(key, at, "eve")).expiresAt()).isEqualTo(at.plus(DAY));
    assertThat(applied(ledger.reschedule(key, NOW.minus(DAY), "eve")).expiresAt())
        .isEqualTo(NOW.plus(DAY));
  }

  private Send resend(SendKey key, int attempt) {
    return awaitApplied(
        () ->
            ledger.resolve(
                key, attempt, "order-" + attempt, Decision.RESEND, "eve", "must arrive"));
  }

  private void uncertainAgain(SendKey key, int attempt) {
    String token = claim(key, attempt);
    latch(key, attempt, token, Sends.taken(1));
    applied(ledger.settle(key, attempt, true, RETRY_AT, "worker lost"));
  }

  private static final class MovableClock extends Clock {
    private Instant now = NOW;

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }
}
