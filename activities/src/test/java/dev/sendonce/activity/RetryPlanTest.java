package dev.sendonce.activity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.send.Outcome;
import dev.sendonce.send.SmtpPhase;
import dev.sendonce.smtp.RelaySettings;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class RetryPlanTest {
  private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
  private static final RelaySettings.Retry RETRY =
      new RelaySettings.Retry(Duration.ofSeconds(30), Duration.ofHours(1), Duration.ofHours(24));

  @Property
  void staysWithinAQuarterOfTheDoubledPause(
      @ForAll @IntRange(min = 1, max = 5000) int attempt, @ForAll long seed) {
    double ideal = Math.min(30 * Math.pow(2, attempt - 1), 3600);

    Duration pause = Duration.between(NOW, plan(seed).after(RETRY, attempt));

    assertThat(pause.toMillis() / 1000.0).isBetween(ideal * 0.75 - 0.001, ideal * 1.25 + 0.001);
  }

  @Test
  void sendsDoNotComeBackInStep() {
    assertThat(plan(1).after(RETRY, 5)).isNotEqualTo(plan(2).after(RETRY, 5));
  }

  @Test
  void aProblemOfTheRelayDoesNotMakeTheSendWaitEverLonger() {
    Outcome relayProblem = new Outcome.NotAccepted(SmtpPhase.CONNECT, "refused", null);

    assertThat(Duration.between(NOW, plan(1).after(RETRY, 9, relayProblem)))
        .isLessThan(Duration.ofMinutes(1));
  }

  private static RetryPlan plan(long seed) {
    return new RetryPlan(Clock.fixed(NOW, ZoneOffset.UTC), new Random(seed));
  }
}
