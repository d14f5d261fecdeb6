package dev.sendonce.api.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.api.TestApi;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class StreamLimitTest {
  @RegisterExtension static final TestApi API = new TestApi("feed.streams=2");

  @Test
  void aNodeServesSoManyStreamsOfBothKindsAtOnce() throws Exception {
    List<HttpResponse<InputStream>> answers = new ArrayList<>();
    for (String path : List.of("/v1/events", "/v1/consumers/c/stream", "/v1/consumers/c/stream")) {
      answers.add(open(path));
    }

    assertThat(answers).extracting(HttpResponse::statusCode).containsExactly(200, 200, 429);
    assertThat(answers.get(2).headers().firstValue("Retry-After")).isPresent();
    for (HttpResponse<InputStream> answer : answers) {
      answer.body().close();
    }
  }

  private static HttpResponse<InputStream> open(String path) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(API.uri() + path))
                .header("Authorization", "Bearer " + TestApi.ADMIN_KEY)
                .header("Accept", "text/event-stream")
                .build(),
            HttpResponse.BodyHandlers.ofInputStream());
  }
}
