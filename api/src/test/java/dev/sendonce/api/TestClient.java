package dev.sendonce.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Optional;

/** Talks HTTP as a foreign program would: raw paths, raw headers, raw bodies. */
public final class TestClient {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final URI base;
  private final String apiKey;
  private final HttpClient http = HttpClient.newHttpClient();

  public TestClient(URI base, String apiKey) {
    this.base = base;
    this.apiKey = apiKey;
  }

  /** The same server with another API key, or none when it is null. */
  public TestClient as(String otherKey) {
    return new TestClient(base, otherKey);
  }

  /** An answer. */
  public record Answer(int status, HttpResponse<String> raw) {
    public JsonNode json() {
      try {
        return JSON.readTree(raw.body());
      } catch (JsonProcessingException e) {
        throw new AssertionError("not JSON: " + raw.body(), e);
      }
    }

    public String text() {
      return raw.body();
    }

    public Optional<String> header(String name) {
      return raw.headers().firstValue(name);
    }

    /** Last segment of the problem type. */
    public String problem() {
      return json().path("type").asText().replaceFirst("/problems/", "");
    }
  }

  public Answer get(String path, String... headers) {
    return request("GET", path, null, headers);
  }

  public Answer post(String path, String body, String... headers) {
    return request("POST", path, body, headers);
  }

  /** Posts a send in JSON under a key. */
  public Answer send(String key, String body, String... headers) {
    String[] all = new String[headers.length + 2];
    all[0] = "Idempotency-Key";
    all[1] = key;
    System.arraycopy(headers, 0, all, 2, headers.length);
    return request("POST", "/v1/sends", body, all);
  }

  public Answer delete(String path) {
    return request("DELETE", path, null, new String[0]);
  }

  /** Any request; a body is JSON unless a Content-Type is given. */
  public Answer request(String method, String path, String body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path))
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (apiKey != null) {
      request.header("Authorization", "Bearer " + apiKey);
    }
    boolean typed = false;
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
      typed |= headers[i].equalsIgnoreCase("Content-Type");
    }
    if (body != null && !typed) {
      request.header("Content-Type", "application/json");
    }
    try {
      HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
      return new Answer(response.statusCode(), response);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
