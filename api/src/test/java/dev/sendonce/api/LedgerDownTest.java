package dev.sendonce.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.api.TestClient.Answer;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

class LedgerDownTest {
  @RegisterExtension static final TestApi API = new TestApi();

  @Test
  @Timeout(30)
  void answers503WithinTenSecondsAndAcceptsNothing() {
    TestClient client = API.client();
    client.send("down-1", Letters.to("d1@example.org"));
    API.mongo().shutdownNow();

    long start = System.nanoTime();
    Answer remembered = client.send("down-2", Letters.to("d2@example.org"));
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    Answer unknownCaller = client.as("some-other-key").get("/v1/sends/down-1");

    for (Answer answer : new Answer[] {remembered, unknownCaller}) {
      assertThat(answer.status()).isEqualTo(503);
      assertThat(answer.problem()).isEqualTo("ledger-unavailable");
      assertThat(answer.header("Retry-After")).get().asString().matches("\\d+");
    }
    assertThat(took).isLessThan(Duration.ofSeconds(10));
    assertThat(new TestClient(API.admin(), null).get("/ready").status()).isEqualTo(503);
  }
}
