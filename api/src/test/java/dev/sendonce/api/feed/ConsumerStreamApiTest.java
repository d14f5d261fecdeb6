package dev.sendonce.api.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sendonce.api.Letters;
import dev.sendonce.api.TestApi;
import dev.sendonce.api.TestClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
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

class ConsumerStreamApiTest {
  @RegisterExtension static final TestApi API = new TestApi();

  @BeforeAll
  static void sendThree() {
    for (int i = 1; i <= 3; i++) {
      API.client().send("news-" + i, Letters.to("ann" + i + "@example.org"));
      // sends that wait together may enter the feed in any order
      String before = "/v1/events?after=" + (i - 1);
      await().until(() -> API.client().get(before).json().get("items").size() == 1);
    }
  }

  @Test
  void pushesEachSendOnceAndResumesAfterTheTokenOfTheLastEvent() throws Exception {
    String second;
    try (Stream stream = open("crm", null)) {
      stream.event();
      second = stream.event().get(0);
    }
    try (Stream stream = open("crm", second)) {
      List<String> third = stream.event();
      assertThat(third.get(1)).isEqualTo("event: send");
      assertThat(third.get(2)).contains("\"key\":\"news-3\"");
    }
    assertThat(API.client().post("/v1/consumers/crm/poll", "{}").json().get("items")).isEmpty();
  }

  @Test
  void aClientHasATokenBeforeItsFirstEvent() throws Exception {
    String token;
    try (Stream stream = open("early", null)) {
      token = stream.firstId();
      stream.event();
    }
    assertThat(token).matches("[0-9a-f]{32}\\.0");
    try (Stream stream = open("early", token)) {
      assertThat(stream.event().get(2)).contains("\"key\":\"news-1\"");
    }
  }

  @Test
  void refusesATokenThatIsNoneAndANameThatIsNone() {
    assertThat(get("/v1/consumers/crm/stream?after=7").status()).isEqualTo(422);
    assertThat(get("/v1/consumers/crm/stream?from=then").status()).isEqualTo(422);
    assertThat(get("/v1/consumers/a%20b/stream").status()).isEqualTo(422);
  }

  @Test
  void endsWhenTheNodeDrains() throws Exception {
    TestClient admin = new TestClient(API.admin(), null);
    try (Stream stream = open("drained", null)) {
      stream.event();
      admin.post("/tasks/drain", null);
      stream.toTheEnd();
      assertThat(get("/v1/consumers/drained/stream").status()).isEqualTo(503);
    } finally {
      admin.post("/tasks/undrain", null);
    }
  }

  private static TestClient.Answer get(String path) {
    return API.client().get(path, "Accept", "text/event-stream");
  }

  private static Stream open(String consumer, String token) throws Exception {
    HttpResponse<InputStream> response = get(consumer, token);
    assertThat(response.statusCode()).isEqualTo(200);
    return new Stream(response.body());
  }

  private static HttpResponse<InputStream> get(String consumer, String token) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(API.uri() + "/v1/consumers/" + consumer + "/stream"))
            .header("Authorization", "Bearer " + TestApi.ADMIN_KEY)
            .header("Accept", "text/event-stream");
    if (token != null) {
      request.header("Last-Event-ID", token);
    }
    return HttpClient.newHttpClient()
        .send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
  }

  /** An open connection. */
  private record Stream(BufferedReader lines) implements AutoCloseable {
    Stream(InputStream body) {
      this(new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8)));
    }

    String firstId() throws IOException {
      String line = lines.readLine();
      while (!line.startsWith("id: ")) {
        line = lines.readLine();
      }
      return line.substring(4);
    }

    /** Token, name and data of the next event. */
    List<String> event() throws IOException {
      List<String> block = new ArrayList<>();
      while (block.stream().noneMatch(l -> l.startsWith("data: "))) {
        block.clear();
        for (String l = lines.readLine(); !l.isEmpty(); l = lines.readLine()) {
          block.add(l);
        }
      }
      return List.of(
          block.stream().filter(l -> l.startsWith("id: ")).findFirst().orElseThrow().substring(4),
          block.stream().filter(l -> l.startsWith("event: ")).findFirst().orElseThrow(),
          block.stream().filter(l -> l.startsWith("data: ")).findFirst().orElseThrow());
    }

    void toTheEnd() {
      assertThat(lines.lines().count()).isNotNegative();
    }

    @Override
    public void close() throws IOException {
      lines.close();
    }
  }
}
