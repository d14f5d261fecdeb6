package dev.sendonce.evidence.events;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sendonce.evidence.Arrival.About;
import dev.sendonce.evidence.Finding;
import dev.sendonce.send.AttemptMark;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Our own plain form, for relays and scripts of one's own: one event or an array of {@code {id,
 * event, at, recipient, sendId, attempt, messageId, providerId, detail}}, signed with {@code
 * X-Sendonce-Signature: sha256=<hex HMAC-SHA256 of the body>}.
 */
final class GenericAdapter implements EventAdapter {
  private final String key;

  GenericAdapter(String key) {
    this.key = key;
  }

  @Override
  public boolean isAuthentic(Notification notification) {
    String expected = "sha256=" + Secrets.hmacSha256(key, notification.body());
    return notification
        .header("X-Sendonce-Signature")
        .filter(given -> Secrets.same(expected, given))
        .isPresent();
  }

  @Override
  public List<ProviderEvent> read(Notification notification) throws IOException {
    JsonNode json = notification.json();
    List<ProviderEvent> events = new ArrayList<>();
    if (json.isArray()) {
      for (JsonNode event : json) {
        events.add(event(event));
      }
    } else {
      events.add(event(json));
    }
    return events;
  }

  private static ProviderEvent event(JsonNode event) throws IOException {
    String kind = JsonFields.required(event, "event");
    Optional<String> sendId = JsonFields.text(event, "sendId");
    int attempt = event.path("attempt").asInt(0);
    About about =
        new About(
            attempt > 0 ? sendId.map(id -> new AttemptMark(id, attempt)) : Optional.empty(),
            sendId,
            JsonFields.messageId(JsonFields.text(event, "messageId")),
            JsonFields.text(event, "providerId"));
    return new ProviderEvent(
        JsonFields.required(event, "id"),
        Finding.ofWire(kind),
        about,
        JsonFields.text(event, "recipient"),
        JsonFields.time(event, "at"),
        JsonFields.text(event, "detail").orElse(kind));
  }
}
