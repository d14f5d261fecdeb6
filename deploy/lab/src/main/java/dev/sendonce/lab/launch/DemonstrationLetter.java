package dev.sendonce.lab.launch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.UUID;

/**
 * The first letter of a home. Key and body are kept, so that every later start shows a replay: the
 * same letter, never a second one.
 */
final class DemonstrationLetter {
  private static final String FILE = "demonstration.json";
  private static final String TEXT =
      """
      This letter went through the REST API, a Temporal workflow and an SMTP conversation.
      Post it again with the same key, and you get this send back, not a second letter.
      """;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Home home;

  DemonstrationLetter(Home home) {
    this.home = home;
  }

  /**
   * Posts it and says in a line what came back.
   *
   * @param api root of a node
   */
  String send(String api) throws InterruptedException {
    JsonNode letter = home.read(FILE, JsonNode.class).orElseGet(this::write);
    String key = letter.get("key").asText();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(api + "/v1/sends"))
            .timeout(Duration.ofSeconds(20))
            .header("Authorization", "Bearer " + home.apiKey())
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", key)
            .header("Prefer", "wait=5")
            .POST(HttpRequest.BodyPublishers.ofString(letter.get("body").toString()))
            .build();
    try {
      HttpResponse<String> response =
          HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
      JsonNode send = JSON.readTree(response.body());
      if (response.statusCode() >= 300) {
        return key + " was not taken: " + send.path("detail").asText(send.toString());
      }
      boolean replayed = response.headers().firstValue("Idempotency-Replayed").isPresent();
      return key
          + " "
          + send.path("state").asText()
          + " "
          + send.path("messageId").asText()
          + (replayed ? " (a replay: it went out with the first start)" : "");
    } catch (IOException e) {
      return key + " was not answered: " + e.getMessage();
    }
  }

  private JsonNode write() {
    ObjectNode letter = JSON.createObjectNode();
    letter.put("key", "demonstration-" + UUID.randomUUID().toString().substring(0, 8));
    ObjectNode body = letter.putObject("body");
    body.put("from", "Sendonce <sendonce@example.test>");
    body.putArray("to").add("you@example.test");
    body.put("subject", "Your first letter");
    body.put("text", TEXT);
    home.write(FILE, letter);
    return letter;
  }
}
