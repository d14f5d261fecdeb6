package dev.sendonce.smtp;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class BreakerTest {
  private final MovableClock clock = new MovableClock();
  private final Breaker breaker = new Breaker(clock, Duration.ofSeconds(1), Duration.ofSeconds(60));

  @Test
  void isClosedUntilAProblem() {
    assertThat(breaker.state()).isEqualTo(BreakerState.CLOSED);
    assertThat(breaker.admit()).isEqualTo(BreakerState.CLOSED);
  }

  @Test
  void opensAtTheFirstProblemWithCauseAndTime() {
    breaker.begin().failed("refused");
    assertThat(breaker.state())
        .isEqualTo(new BreakerState(true, clock.instant().plusSeconds(1), "refused"));
  }

  @Test
  void doublesTheHoldUpToTheLongest() {
    for (int seconds : new int[] {1, 2, 4, 8, 16, 32, 60, 60, 60}) {
      breaker.begin().failed("refused");
      assertThat(breaker.state().until()).isEqualTo(clock.instant().plusSeconds(seconds));
      clock.advance(Duration.ofSeconds(seconds));
      assertThat(breaker.state().open()).isFalse();
    }
  }

  @Test
  void triesThatFailTogetherCountOnce() {
    Breaker.Trial one = breaker.begin();
    Breaker.Trial two = breaker.begin();
    one.failed("refused");
    two.failed("reset");
    assertThat(breaker.state())
        .isEqualTo(new BreakerState(true, clock.instant().plusSeconds(1), "reset"));
  }

  @Test
  void afterTheHoldOnlyOneAskerIsLetIn() {
    breaker.begin().failed("refused");
    clock.advance(Duration.ofSeconds(1));
    assertThat(breaker.state().open()).isFalse();
    assertThat(breaker.admit().open()).isFalse();
    assertThat(breaker.admit().open()).isTrue();
    assertThat(breaker.state().open()).isTrue();
  }

  @Test
  void aProbeThatNeverReportsDoesNotHoldForEver() {
    breaker.begin().failed("refused");
    clock.advance(Duration.ofSeconds(1));
    assertThat(breaker.admit().open()).isFalse();
    clock.advance(Duration.ofSeconds(1));
    assertThat(breaker.admit().open()).isFalse();
  }

  @Test
  void closesWhenTheProbeGetsIn() {
    breaker.begin().failed("refused");
    clock.advance(Duration.ofSeconds(1));
    breaker.begin().succeeded();
    assertThat(breaker.state()).isEqualTo(BreakerState.CLOSED);
    breaker.begin().failed("again");
    assertThat(breaker.state().until()).isEqualTo(clock.instant().plusSeconds(1));
  }

  @Test
  void aClockSetBackDoesNotHoldForHours() {
    breaker.begin().failed("refused");
    clock.advance(Duration.ofHours(-5));
    assertThat(breaker.state().until())
        .isBeforeOrEqualTo(clock.instant().plus(Duration.ofSeconds(60)));
    clock.advance(Duration.ofSeconds(60));
    assertThat(breaker.state().open()).isFalse();
  }

  private static final class MovableClock extends Clock {
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");

    void advance(Duration by) {
      now = now.plus(by);
    }

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
