package dev.sendonce.smtp;

import static dev.sendonce.smtp.Attempts.BOB;
import static dev.sendonce.smtp.Attempts.LATCHED;
import static dev.sendonce.smtp.Attempts.accepted;
import static dev.sendonce.smtp.Attempts.relay;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.send.AttemptResult;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A letter that goes out shows that the relay works, whichever connection it took. */
class KeptConnectionBreakerTest {
  @Test
  void successOnAKeptConnectionClosesTheBreaker() throws Exception {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch mayGo = new CountDownLatch(1);
    try (ScriptedRelay server =
            new ScriptedRelay(new Manners(), new Manners().at("GREETING", "421 too many"));
        SmtpRelay relay = relay(server)) {
      assertThat(accepted(transmit(relay, LATCHED))).isTrue();
      CompletableFuture<AttemptResult> onKept =
          CompletableFuture.supplyAsync(
              () ->
                  transmit(
                      relay,
                      replies -> {
                        inside.countDown();
                        return await(mayGo);
                      }));
      await(inside);
      assertThat(accepted(transmit(relay, LATCHED))).isFalse();
      assertThat(relay.breaker().cause()).isNotNull();

      mayGo.countDown();

      assertThat(accepted(onKept.get(5, TimeUnit.SECONDS))).isTrue();
      assertThat(relay.breaker()).isEqualTo(BreakerState.CLOSED);
    }
  }

  private static AttemptResult transmit(SmtpRelay relay, EndOfDataLatch latch) {
    return relay.transmit(Letters.to(BOB), latch, new AbortSwitch());
  }

  private static boolean await(CountDownLatch latch) {
    try {
      return latch.await(4, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
