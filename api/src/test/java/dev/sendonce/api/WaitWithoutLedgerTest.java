package dev.sendonce.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.api.TestClient.Answer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

class WaitWithoutLedgerTest {
  @RegisterExtension static final TestApi API = new TestApi();

  private static final int CLIENTS = 20;

  @Test
  @Timeout(60)
  void aWaitIsOverInItsTimeAlthoughTheLedgerIsGone() {
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    try {
      List<CompletableFuture<Answer>> waiting =
          IntStream.range(0, CLIENTS)
              .mapToObj(i -> CompletableFuture.supplyAsync(() -> post("waits-" + i), threads))
              .toList();
      Awaitility.await()
          .until(() -> API.client().get("/v1/sends").json().at("/items/19").isObject());
      long gone = System.nanoTime();
      API.mongo().shutdownNow();

      assertThat(waiting)
          .allSatisfy(
              answer -> {
                assertThat(answer.join().status()).isEqualTo(202);
                assertThat(answer.join().json().path("state").asText()).isEqualTo("prepared");
              });
      assertThat(Duration.ofNanos(System.nanoTime() - gone)).isLessThan(Duration.ofSeconds(8));
    } finally {
      threads.shutdownNow();
    }
  }

  private static Answer post(String key) {
    return API.client().send(key, Letters.to(key + "@example.org"), "Prefer", "wait=5");
  }
}
