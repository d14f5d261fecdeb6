package dev.sendonce.lab.engines;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** A client of the REST API that hides nothing. Thread-safe. */
public final class ApiClient {
  private static final ObjectMapper JSON = new ObjectMapper();
  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
  private final String root;
  private final String apiKey;

  /**
   * @param root of a node, without a slash at the end
   */
  public ApiClient(String root, String apiKey) {
    this.root = root;
    this.apiKey = apiKey;
  }

  /** An answer with a JSON body, or an empty one. */
  public record Answer(int status, HttpHeaders headers, JsonNode body) {
    /** A text field of the body, or an empty string. */
    public String text(String field) {
      return body.path(field).asText();
    }
  }

  /** {@code POST /v1/sends} of a plain letter. */
  public Answer send(String key, String from, String to, String subject)
      throws IOException, InterruptedException {
    return post(
        "/v1/sends",
        key,
        Map.of("from", from, "to", new String[] {to}, "subject", subject, "text", "Hello.\n"));
  }

  /**
   * A POST with a JSON body.
   *
   * @param idempotencyKey null for none
   */
  public Answer post(String path, String idempotencyKey, Object body)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        request(path)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body)));
    if (idempotencyKey != null) {
      request.header("Idempotency-Key", idempotencyKey);
    }
    return answer(request.build());
  }

  /** {@code GET /v1/sends/{key}}. */
  public JsonNode get(String key) throws IOException, InterruptedException {
    return read("/v1/sends/" + key);
  }

  /** A GET that must succeed. */
  public JsonNode read(String path) throws IOException, InterruptedException {
    Answer answer = answer(request(path).build());
    if (answer.status() != 200) {
      throw new IOException(path + ": " + answer.status() + " " + answer.body());
    }
    return answer.body();
  }

  /** DELETE of any path. */
  public Answer delete(String path) throws IOException, InterruptedException {
    return answer(request(path).DELETE().build());
  }

  /** The state of a send. */
  public String state(String key) throws IOException, InterruptedException {
    return get(key).get("state").asText();
  }

  /** Every state that a send has been in, by its timeline. */
  public Set<String> states(String key) throws IOException, InterruptedException {
    Set<String> states = new LinkedHashSet<>();
    read("/v1/sends/" + key + "/timeline?limit=500")
        .get("items")
        .forEach(entry -> states.add(entry.get("state").asText()));
    return states;
  }

  /** {@code GET /v1/sends/{key}/message}: the frozen bytes. */
  public byte[] message(String key) throws IOException, InterruptedException {
    return http.send(
            request("/v1/sends/" + key + "/message").build(),
            HttpResponse.BodyHandlers.ofByteArray())
        .body();
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(root + path))
        .timeout(Duration.ofSeconds(30))
        .header("Authorization", "Bearer " + apiKey);
  }

  private Answer answer(HttpRequest request) throws IOException, InterruptedException {
    HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
    String body = response.body();
    return new Answer(
        response.statusCode(),
        response.headers(),
        body.isEmpty() ? JSON.createObjectNode() : JSON.readTree(body));
  }
}
