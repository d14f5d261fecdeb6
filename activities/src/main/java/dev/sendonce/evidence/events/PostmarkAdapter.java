package dev.sendonce.evidence.events;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sendonce.evidence.Arrival.About;
import dev.sendonce.evidence.Finding;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Postmark webhooks, which carry no signature: the URL is given with user and password, or with a
 * header field {@code X-Sendonce-Token}. Some events have no id; theirs is made from their content.
 */
final class PostmarkAdapter implements EventAdapter {
  private final String secret;

  /**
   * @param secret {@code user:password} of basic authentication, or a token
   */
  PostmarkAdapter(String secret) {
    this.secret = secret;
  }

  @Override
  public boolean isAuthentic(Notification notification) {
    String basic =
        "Basic " + Base64.getEncoder().encodeToString(secret.getBytes(StandardCharsets.UTF_8));
    boolean byPassword =
        notification.header("Authorization").filter(h -> Secrets.same(basic, h)).isPresent();
    boolean byToken =
        notification.header("X-Sendonce-Token").filter(h -> Secrets.same(secret, h)).isPresent();
    return byPassword || byToken;
  }

  @Override
  public List<ProviderEvent> read(Notification notification) throws IOException {
    JsonNode event = notification.json();
    String kind = JsonFields.required(event, "RecordType");
    Optional<String> recipient =
        JsonFields.text(event, "Recipient").or(() -> JsonFields.text(event, "Email"));
    Instant at = time(event);
    Optional<String> type = JsonFields.text(event, "Type");
    String providerId = JsonFields.required(event, "MessageID");
    String id =
        kind
            + "/"
            + JsonFields.text(event, "ID")
                .orElseGet(() -> Secrets.sha256(providerId + "\n" + recipient + "\n" + at));
    About about =
        new About(
            Optional.empty(),
            JsonFields.text(event, "Metadata", "sendonce-id"),
            Optional.empty(),
            Optional.of(providerId));
    return List.of(
        new ProviderEvent(
            id,
            finding(kind, type.orElse("")),
            about,
            recipient,
            at,
            "postmark " + kind + type.map(t -> " " + t).orElse("")));
  }

  private static Instant time(JsonNode event) throws IOException {
    for (String field : new String[] {"DeliveredAt", "BouncedAt", "ReceivedAt", "ChangedAt"}) {
      if (JsonFields.text(event, field).isPresent()) {
        return JsonFields.time(event, field);
      }
    }
    throw new IOException("no time of the event");
  }

  private static Optional<Finding> finding(String kind, String type) {
    return switch (kind) {
      case "Open", "Click" -> Optional.of(Finding.ACCEPTED);
      case "Delivery" -> Optional.of(Finding.DELIVERED);
      case "Bounce" -> Optional.of(type.equals("Transient") ? Finding.DELAYED : Finding.BOUNCED);
      case "SpamComplaint" -> Optional.of(Finding.COMPLAINED);
      default -> Optional.empty();
    };
  }
}
