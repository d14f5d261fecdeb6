package dev.sendonce.api.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.api.TestApi;
import dev.sendonce.api.TestClient;
import dev.sendonce.api.TestClient.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RateLimitTest {
  @RegisterExtension
  static final TestApi API = new TestApi("limits.requestsPerSecond=0.1", "limits.burst=3");

  @Test
  void answers429WithTheTimeToWaitOnceTheBurstIsSpent() {
    TestClient client = API.client();
    for (int i = 0; i < 3; i++) {
      assertThat(client.get("/v1/sends").status()).isEqualTo(200);
    }

    Answer limited = client.get("/v1/sends");

    assertThat(limited.status()).isEqualTo(429);
    assertThat(limited.problem()).isEqualTo("rate-limited");
    assertThat(Integer.parseInt(limited.header("Retry-After").orElseThrow())).isBetween(1, 10);
    assertThat(client.as(null).get("/docs").status()).isEqualTo(200);
  }
}
