package dev.sendonce.api.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TokenBucketTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void letsTheBurstThroughAndThenTheRate() {
    TokenBucket bucket = new TokenBucket(2, 3, 0);
    for (int i = 0; i < 3; i++) {
      assertThat(bucket.take(0)).isZero();
    }

    assertThat(bucket.take(0)).isEqualTo(Duration.ofMillis(500));
    assertThat(bucket.take(SECOND / 2)).isZero();
    assertThat(bucket.take(SECOND / 2)).isPositive();
  }

  @Test
  void savesNoMoreThanTheBurst() {
    TokenBucket bucket = new TokenBucket(100, 1, 0);

    assertThat(bucket.take(60 * SECOND)).isZero();
    assertThat(bucket.take(60 * SECOND)).isPositive();
  }
}
