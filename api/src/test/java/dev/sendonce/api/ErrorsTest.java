package dev.sendonce.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.api.TestClient.Answer;
import dev.sendonce.api.problem.ProblemType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ErrorsTest {
  @RegisterExtension static final TestApi API = new TestApi();

  private final TestClient client = API.client();

  @Test
  void anUnknownPathIsAProblem() {
    problem(client.get("/v2/nothing?x=1"), 404, "not-found", "/v2/nothing");
    problem(client.get("/"), 404, "not-found", "/");
  }

  @Test
  void aWrongMethodIsAProblemThatNamesTheRightOnes() {
    Answer answer = client.request("PUT", "/v1/sends", "{}");

    problem(answer, 405, "method-not-allowed", "/v1/sends");
    assertThat(answer.header("Allow")).get().asString().contains("GET").contains("POST");
  }

  @Test
  void anUnacceptableAnswerIsAProblem() {
    problem(client.get("/v1/sends/x", "Accept", "image/png"), 406, "not-acceptable", "/v1/sends/x");
  }

  @Test
  void anUnknownMediaTypeIsAProblem() {
    problem(
        client.post("/v1/sends/x/cancel", "<a/>", "Content-Type", "text/xml"),
        415,
        "unsupported-media-type",
        "/v1/sends/x/cancel");
  }

  @Test
  void aHeaderThatCannotBeReadIsAProblem() {
    client.send("errors-1", Letters.to("errors1@example.org"));

    problem(
        client.get("/v1/sends/errors-1", "If-None-Match", "9(("),
        400,
        "bad-request",
        "/v1/sends/errors-1");
    assertThat(client.get("/v1/sends/errors-1", "Accept", "x;;,").status()).isIn(400, 406);
    assertThat(client.post("/v1/sends", "{}", "Content-Type", ";;").status()).isIn(400, 415);
  }

  @Test
  void whatJettyRefusesIsAProblem() throws Exception {
    RawHttp.RawAnswer bad = RawHttp.exchange(API.uri(), "GET / HTTP/1.1\r\n\r\n");
    RawHttp.RawAnswer header =
        RawHttp.exchange(
            API.uri(), "GET / HTTP/1.1\r\nHost: x\r\nX-Large: " + "x".repeat(20_000) + "\r\n\r\n");

    assertThat(bad.status()).isEqualTo(400);
    assertThat(bad.head()).containsIgnoringCase("application/problem+json");
    assertThat(bad.json().path("type").asText()).isEqualTo("/problems/bad-request");
    assertThat(header.status()).isEqualTo(431);
    assertThat(header.json().path("type").asText()).isEqualTo("/problems/headers-too-large");
  }

  @Test
  void anUnexpectedFailureShowsOnlyAnIncident() {
    API.database().getCollection("api_keys").drop();
    API.database()
        .getCollection("sends")
        .insertOne(new org.bson.Document("_id", "broken").append("client", "admin"));

    Answer answer = client.get("/v1/sends/broken");

    problem(answer, 500, "internal-error", "/v1/sends/broken");
    assertThat(answer.json().path("incident").asText()).matches("[0-9a-f-]{36}");
    assertThat(answer.text()).doesNotContain("Exception").doesNotContain("dev.sendonce");
  }

  @Test
  void everyAnswerCarriesTheSecurityHeaders() {
    for (Answer answer :
        new Answer[] {client.get("/v1/sends"), client.get("/nothing"), client.get("/docs")}) {
      assertThat(answer.header("X-Content-Type-Options")).contains("nosniff");
      assertThat(answer.header("Content-Security-Policy")).get().asString().contains("'none'");
      assertThat(answer.header("X-Frame-Options")).contains("DENY");
    }
    assertThat(client.get("/v1/sends").header("Cache-Control")).contains("no-store");
  }

  @Test
  void everyProblemTypeHasItsPage() {
    TestClient anybody = client.as(null);
    for (ProblemType kind : ProblemType.values()) {
      Answer page = anybody.get("/problems/" + kind.slug());
      assertThat(page.status()).as(kind.slug()).isEqualTo(200);
      assertThat(page.text()).contains("<h1>").contains(String.valueOf(kind.status()));
    }
    assertThat(anybody.get("/problems").status()).isEqualTo(200);
    assertThat(anybody.get("/problems/none").status()).isEqualTo(404);
  }

  private static void problem(Answer answer, int status, String slug, String path) {
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.header("Content-Type")).contains("application/problem+json");
    assertThat(answer.problem()).isEqualTo(slug);
    assertThat(answer.json().path("status").asInt()).isEqualTo(status);
    assertThat(answer.json().path("title").asText()).isNotBlank();
    assertThat(answer.json().path("detail").asText()).isNotBlank();
    assertThat(answer.json().path("instance").asText()).isEqualTo(path);
  }
}
