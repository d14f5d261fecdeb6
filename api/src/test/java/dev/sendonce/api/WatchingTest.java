package dev.sendonce.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sendonce.smtp.BreakerState;
import java.time.Duration;
import java.time.Instant;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class WatchingTest {
  @RegisterExtension static final TestApi API = new TestApi("lab=true", "alarm.unconfirmed=0");

  private final TestClient admin = new TestClient(API.admin(), null);

  @Test
  void saysWhatIsWrongAndStaysReadyWithoutTemporal() {
    API.engine.reachable = false;
    API.relay("default").breaker = new BreakerState(true, Instant.EPOCH, "421 busy");
    try {
      JsonNode health = admin.get("/healthcheck").json();

      assertThat(health.path("ledger").path("healthy").asBoolean()).isTrue();
      assertThat(health.path("engine").path("healthy").asBoolean()).isFalse();
      assertThat(health.path("relay.default").path("message").asText()).contains("421 busy");
      assertThat(health.path("relay.slow").path("healthy").asBoolean()).isTrue();
      assertThat(admin.get("/ready").status()).isEqualTo(200);
    } finally {
      API.engine.reachable = true;
      API.relay("default").breaker = BreakerState.CLOSED;
    }
  }

  @Test
  void showsTheLabEverywhere() {
    assertThat(admin.get("/healthcheck").json().path("lab").path("message").asText())
        .contains("LAB MODE");
    assertThat(API.client().get("/v1/sends").header("Sendonce-Lab")).contains("true");
    assertThat(API.client().get("/docs").text()).contains("Lab mode");
    assertThat(API.client().get("/problems").text()).contains("Lab mode");
  }

  @Test
  void countsUnfinishedSendsForMetricsAndHealth() {
    API.client().send("census-1", Letters.to("census@example.org"));
    new Steps(API.ledger(), "census-1").unconfirmed();

    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () ->
                assertThat(admin.get("/prometheus").text())
                    .contains("sendonce_sends{state=\"unconfirmed\"} 1.0"));
    assertThat(admin.get("/prometheus").text())
        .contains("sendonce_oldest_send_seconds{state=\"unconfirmed\"}")
        .contains("sendonce_http_requests{operation=\"POST /v1/sends\",status=\"202\"");
    JsonNode unconfirmed = admin.get("/healthcheck").json().path("unconfirmed");
    assertThat(unconfirmed.path("healthy").asBoolean()).isTrue();
    assertThat(unconfirmed.path("degraded").asBoolean()).isTrue();
    assertThat(unconfirmed.path("message").asText()).contains("degraded");
  }

  @Test
  void gathersAllRequestsInOneFamily() {
    API.client().get("/v1/sends");
    API.client().get("/v1/events");
    API.client().get("/v1/sends/no-such-key");

    TestClient.Answer page = admin.get("/prometheus");

    assertThat(page.status()).isEqualTo(200);
    assertThat(page.text().lines())
        .filteredOn(line -> line.equals("# TYPE sendonce_http_requests summary"))
        .hasSize(1);
    assertThat(page.text())
        .contains("sendonce_http_requests_count{operation=\"GET /v1/sends\",status=\"200\"}")
        .contains("sendonce_http_requests_count{operation=\"GET /v1/events\",status=\"200\"}")
        .contains("operation=\"GET /v1/sends/{key}\",status=\"404\"")
        .contains("sendonce_relay_breaker_open{relay=\"default\"} 0.0");
  }
}
