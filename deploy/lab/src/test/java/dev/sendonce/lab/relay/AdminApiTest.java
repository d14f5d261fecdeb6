package dev.sendonce.lab.relay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdminApiTest {
  private static final String LETTER = "Message-ID: <1@x.test>\r\n\r\nHello\r\n";

  @TempDir private Path directory;
  private final HttpClient http = HttpClient.newHttpClient();
  private RelayUnderTest relay;
  private AdminApi api;

  @BeforeEach
  void start() throws IOException {
    relay = new RelayUnderTest(directory);
    api = AdminApi.start(0, relay.scripts(), directory);
  }

  @AfterEach
  void stop() throws IOException {
    api.close();
    relay.close();
  }

  @Test
  void aNewScriptWorksByAddress() throws Exception {
    HttpResponse<String> answer =
        post("{\"name\": \"busy\", \"script\": \"rcpt: 450 4.2.1 Busy; dot: keep, fin\"}");
    assertThat(answer.statusCode()).isEqualTo(200);
    try (SmtpProbe probe = relay.probe()) {
      probe.command("MAIL FROM:<s@x.test>");
      assertThat(probe.command("RCPT TO:<busy@fault.test>")).isEqualTo("450 4.2.1 Busy");
    }
  }

  @Test
  void aScriptGovernsTheNextConnections() throws Exception {
    post("{\"name\": \"greeting-554\", \"use\": \"next\", \"connections\": 1}");
    assertThat(greeting()).startsWith("554");
    assertThat(greeting()).startsWith("220");
  }

  @Test
  void aScriptGovernsAllConnectionsUntilItIsForgotten() throws Exception {
    post("{\"name\": \"down\", \"script\": \"greeting: 421 Down, fin\", \"use\": \"default\"}");
    assertThat(greeting()).startsWith("421");
    assertThat(call("DELETE", "/scripts/down", "").statusCode()).isEqualTo(204);
    assertThat(greeting()).startsWith("220");
    post("{\"name\": \"greeting-554\", \"use\": \"default\"}");
    assertThat(greeting()).startsWith("554");
    assertThat(call("DELETE", "/scripts", "").statusCode()).isEqualTo(204);
    assertThat(greeting()).startsWith("220");
  }

  @Test
  void tellsWhatWasRead() throws Exception {
    try (SmtpProbe probe = relay.probe()) {
      probe.send("ann@x.test", LETTER);
    }
    String id = relay.bodies().get(0).body().id();
    assertThat(call("GET", "/bodies/" + id, "").body()).isEqualTo(LETTER);
    assertThat(call("GET", "/journal", "").body().lines()).hasSize(5);
    assertThat(json(call("GET", "/counts", "")))
        .isEqualTo(
            new ObjectMapper()
                .readTree("[{\"send\":\"<1@x.test>\",\"recipient\":\"ann@x.test\",\"bodies\":1}]"));
  }

  @Test
  void listsTheScripts() throws Exception {
    JsonNode scripts = json(call("GET", "/scripts", ""));
    assertThat(scripts.findValuesAsText("name")).contains("accept", "no-reply-kept");
    assertThat(scripts.get(0).get("standard").asBoolean()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "POST   | /scripts           | {\"name\": \"x\", \"script\": \"dot: what\"}        | 400",
        "POST   | /scripts           | {\"name\": \"X Y\", \"script\": \"dot: keep\"}      | 400",
        "POST   | /scripts           | {\"name\": \"x\", \"scrpt\": \"dot: keep\"}         | 400",
        "POST   | /scripts           | {\"script\": \"dot: keep\"}                         | 400",
        "POST   | /scripts           | not JSON                                            | 400",
        "POST   | /scripts           | {\"name\": \"accept\", \"use\": \"later\"}          | 400",
        "POST   | /scripts           | {\"name\": \"unheard-of\"}                          | 404",
        "DELETE | /scripts/accept    | ''                                                  | 404",
        "GET    | /bodies/..%2Fa     | ''                                                  | 404",
        "GET    | /nothing           | ''                                                  | 404"
      })
  void saysWhatIsWrong(String method, String path, String body, int status) throws Exception {
    HttpResponse<String> answer = call(method, path, body);
    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(json(answer).get("error").asText()).isNotBlank();
  }

  private String greeting() throws IOException {
    try (SmtpProbe probe = SmtpProbe.connect(relay.port())) {
      return probe.reply();
    }
  }

  private HttpResponse<String> post(String order) throws Exception {
    return call("POST", "/scripts", order);
  }

  private HttpResponse<String> call(String method, String path, String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + api.port() + path))
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build();
    return http.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.ISO_8859_1));
  }

  private static JsonNode json(HttpResponse<String> answer) throws IOException {
    return new ObjectMapper().readTree(answer.body());
  }
}
