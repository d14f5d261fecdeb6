package dev.sendonce.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.mongodb.client.model.Filters;
import java.time.Duration;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DrainTest {
  @RegisterExtension static final TestApi API = new TestApi();

  private final TestClient admin = new TestClient(API.admin(), null);

  @AfterEach
  void undrain() {
    assertThat(admin.post("/tasks/undrain", null).json().get("draining").asBoolean()).isFalse();
  }

  @Test
  void isNotReadyAnyMoreButStillAnswers() {
    JsonNode report = admin.post("/tasks/drain?wait=5", null).json();
    assertThat(report.get("draining").asBoolean()).isTrue();
    assertThat(report.get("done").asBoolean()).isTrue();
    assertThat(report.get("left").fieldNames())
        .toIterable()
        .containsExactlyInAnyOrder("leases", "streams", "outbox rounds");

    assertThat(admin.get("/ready").status()).isEqualTo(503);
    assertThat(admin.get("/ready").text()).contains("drains");
    assertThat(admin.get("/healthcheck").json().at("/drain/healthy").asBoolean()).isFalse();
    assertThat(API.client().send("while-draining", Letters.to("ann@example.org")).status())
        .isEqualTo(202);
    assertThat(API.client().get("/v1/sends/while-draining").status()).isEqualTo(200);
  }

  @Test
  void aWrongParameterChangesNothing() {
    assertThat(admin.post("/tasks/drain?wait=9999", null).text()).contains("from 0 to 600");
    assertThat(admin.post("/tasks/drain?wait=soon", null).text()).contains("from 0 to 600");

    assertThat(admin.get("/ready").status()).isEqualTo(200);
  }

  @Test
  void mayBeRepeatedAndTakenBack() {
    admin.post("/tasks/drain", null);
    assertThat(admin.post("/tasks/drain", null).json().get("draining").asBoolean()).isTrue();
    admin.post("/tasks/undrain", null);
    assertThat(admin.get("/ready").status()).isEqualTo(200);
    assertThat(admin.get("/healthcheck").json().at("/drain/healthy").asBoolean()).isTrue();
  }

  /** What the hook in deploy/kubernetes writes from a shell, without curl. */
  @Test
  void answersAShell() {
    String request = "POST /tasks/drain?wait=5 HTTP/1.0\r\nContent-Length: 0\r\n\r\n";
    RawHttp.RawAnswer answer = RawHttp.exchange(API.admin(), request);
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.text()).contains("\"done\":true");
  }

  @Test
  void givesItsLeasesBackAndTakesThemAgainAfterwards() {
    await().until(() -> health("leader").asBoolean());
    long number = health("number").asLong();

    admin.post("/tasks/drain", null);

    assertThat(health("leader").asBoolean()).isFalse();
    admin.post("/tasks/undrain", null);
    await().atMost(Duration.ofSeconds(8)).until(() -> health("leader").asBoolean());
    assertThat(health("number").asLong()).isGreaterThan(number);
    assertThat(health("owner").asText()).isNotEmpty();
  }

  @Test
  void leavesTheOutboxToTheOthers() {
    admin.post("/tasks/drain?wait=5", null);
    var outbox = API.database().getCollection("outbox");
    outbox.insertOne(
        new Document("_id", "outbox-drain")
            .append("client", "shop")
            .append("status", 0)
            .append(
                "request",
                new Document("from", "app@example.org")
                    .append("to", List.of("bob@example.org"))
                    .append("subject", "Hello")
                    .append("text", "Hello.")));

    await()
        .during(Duration.ofMillis(900))
        .until(() -> outbox.countDocuments(Filters.eq("status", 0)) == 1);
    admin.post("/tasks/undrain", null);
    await().until(() -> outbox.countDocuments() == 0);
    assertThat(API.client().get("/v1/sends/outbox-drain").status()).isEqualTo(200);
  }

  private JsonNode health(String field) {
    return admin.get("/healthcheck").json().path("lease.feed").path(field);
  }
}
