package dev.sendonce.evidence.events;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** An HTTP request by which a provider tells of events: its header fields and its exact bytes. */
public final class Notification {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Map<String, String> headers;
  private final byte[] body;

  /**
   * @param headers one value each; names in any case
   */
  public Notification(Map<String, String> headers, byte[] body) {
    this.headers =
        headers.entrySet().stream()
            .collect(
                Collectors.toUnmodifiableMap(
                    e -> e.getKey().toLowerCase(Locale.ROOT), Map.Entry::getValue, (a, b) -> a));
    this.body = body.clone();
  }

  Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT)));
  }

  byte[] body() {
    return body.clone();
  }

  /** Fails with {@link IOException} when the body is no JSON. */
  JsonNode json() throws IOException {
    JsonNode node = JSON.readTree(body);
    if (node == null || node.isMissingNode()) {
      throw new IOException("an empty body");
    }
    return node;
  }

  static JsonNode json(String text) throws IOException {
    return JSON.readTree(text);
  }
}
