package dev.sendonce.api.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sendonce.api.Letters;
import dev.sendonce.api.TestApi;
import dev.sendonce.api.TestClient;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class FeedApiTest {
  @RegisterExtension static final TestApi API = new TestApi();

  @BeforeAll
  static void sendThree() {
    for (int i = 1; i <= 3; i++) {
      assertThat(API.client().send("feed-" + i, Letters.to("ann" + i + "@example.org")).status())
          .isEqualTo(202);
    }
    await().until(() -> events("after=2").size() == 1);
  }

  @Test
  void pagesThroughTheFeedWithoutAGap() {
    TestClient.Answer page = API.client().get("/v1/events?limit=2");
    assertThat(page.json().get("items")).hasSize(2);
    assertThat(page.json().at("/items/0/id").asLong()).isEqualTo(1);
    assertThat(page.json().get("next").asText()).isEqualTo("2");
    assertThat(events("after=2").get(0).get("id").asLong()).isEqualTo(3);
    assertThat(events("after=2").get(0).get("version").asLong()).isEqualTo(1);
    assertThat(API.client().get("/v1/events?after=2").json().get("next").isNull()).isTrue();
  }

  @Test
  void startsAtTheEndWhenAsked() {
    JsonNode now = API.client().get("/v1/events?after=now").json();
    assertThat(now.get("items")).isEmpty();
    assertThat(now.get("next").asLong()).isGreaterThanOrEqualTo(3);
  }

  @Test
  void refusesAPositionThatIsNone() {
    TestClient.Answer answer = API.client().get("/v1/events?after=yesterday");
    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.json().at("/errors/0/field").asText()).isEqualTo("after");
  }

  @Test
  void streamsTheSameFeedAndResumesAfterTheLastEventId() throws Exception {
    assertThat(stream("/v1/events?after=now", "Last-Event-ID", "1", 2)).containsExactly("2", "3");
    assertThat(stream("/v1/events", "X-None", "", 3)).containsExactly("1", "2", "3");
    assertThat(stream("/v1/events?after=2", "Last-Event-ID", "", 1)).containsExactly("3");
  }

  @Test
  void aConsumerGetsEachSendOnceAndAgainOnlyWhenItAsksForAcknowledgement() {
    assertThat(poll("plain", "{}")).hasSize(3);
    assertThat(poll("plain", "{}")).isEmpty();
    assertThat(poll("careful", "{\"ack\": true, \"visibility\": \"PT0S\"}")).hasSize(3);
    JsonNode again = poll("careful", "{\"ack\": true, \"visibility\": \"PT0S\"}");
    assertThat(again).hasSize(3);
    String ack =
        "{\"items\": [{\"key\": \"feed-1\", \"version\": 1}, {\"key\": \"feed-2\", \"version\": 1},"
            + " {\"key\": \"feed-3\", \"version\": 1}]}";
    assertThat(API.client().post("/v1/consumers/careful/ack", ack).status()).isEqualTo(204);
    assertThat(poll("careful", "{\"ack\": true, \"visibility\": \"PT0S\"}")).isEmpty();
    assertThat(API.client().post("/v1/consumers/late/poll?from=now", "{}").json().get("items"))
        .isEmpty();
  }

  @Test
  void refusesWhatAPollDoesNotKnow() {
    TestClient.Answer answer =
        API.client().post("/v1/consumers/c/poll", "{\"acknowledge\": true, \"visibility\": \"x\"}");
    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.json().get("errors")).hasSize(2);
  }

  private static JsonNode events(String query) {
    return API.client().get("/v1/events?" + query).json().get("items");
  }

  private static JsonNode poll(String consumer, String body) {
    TestClient.Answer answer = API.client().post("/v1/consumers/" + consumer + "/poll", body);
    assertThat(answer.status()).isEqualTo(200);
    return answer.json().get("items");
  }

  private static List<String> stream(String path, String header, String value, int events)
      throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(API.uri() + path))
            .header("Authorization", "Bearer " + TestApi.ADMIN_KEY)
            .header("Accept", "text/event-stream")
            .header(header, value)
            .build();
    HttpResponse<java.io.InputStream> response =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofInputStream());
    assertThat(response.statusCode()).isEqualTo(200);
    List<String> ids = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
      while (ids.size() < events) {
        String line = lines.readLine();
        assertThat(line).isNotNull();
        if (line.startsWith("id: ")) {
          ids.add(line.substring(4));
        }
      }
    }
    return ids;
  }
}
