package dev.sendonce.evidence.events;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sendonce.evidence.Arrival.About;
import dev.sendonce.evidence.Finding;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Mailgun webhooks. Their signature covers time and token but not the event, so a token stands for
 * one event only: heard again with another body it is refused.
 */
final class MailgunAdapter implements EventAdapter {
  /** Mailgun repeats a notification for eight hours. */
  private static final Duration OLDEST = Duration.ofHours(12);

  private static final Duration FROM_THE_FUTURE = Duration.ofMinutes(5);
  private static final int TOKENS = 10_000;

  private final String key;
  private final Clock clock;
  private final Map<String, String> bodyByToken =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
          return size() > TOKENS;
        }
      };

  MailgunAdapter(String key, Clock clock) {
    this.key = key;
    this.clock = clock;
  }

  @Override
  public boolean isAuthentic(Notification notification) throws IOException {
    JsonNode signature = notification.json().path("signature");
    String timestamp = JsonFields.text(signature, "timestamp").orElse("");
    String token = JsonFields.text(signature, "token").orElse("");
    String given = JsonFields.text(signature, "signature").orElse("");
    String expected = Secrets.hmacSha256(key, (timestamp + token).getBytes(StandardCharsets.UTF_8));
    return !token.isEmpty()
        && Secrets.same(expected, given)
        && isRecent(timestamp)
        && isSameBodyAsBefore(token, notification);
  }

  private boolean isRecent(String timestamp) {
    if (!timestamp.matches("\\d{1,12}")) {
      return false;
    }
    Instant at = Instant.ofEpochSecond(Long.parseLong(timestamp));
    Instant now = clock.instant();
    return at.isAfter(now.minus(OLDEST)) && at.isBefore(now.plus(FROM_THE_FUTURE));
  }

  private boolean isSameBodyAsBefore(String token, Notification notification) throws IOException {
    String event = Secrets.sha256(notification.json().path("event-data").toString());
    synchronized (bodyByToken) {
      String before = bodyByToken.putIfAbsent(token, event);
      return before == null || before.equals(event);
    }
  }

  @Override
  public List<ProviderEvent> read(Notification notification) throws IOException {
    JsonNode event = notification.json().path("event-data");
    String kind = JsonFields.required(event, "event");
    Optional<String> severity = JsonFields.text(event, "severity");
    About about =
        new About(
            Optional.empty(),
            JsonFields.text(event, "user-variables", "sendonce-id"),
            JsonFields.messageId(JsonFields.text(event, "message", "headers", "message-id")),
            JsonFields.messageId(JsonFields.text(event, "message", "headers", "message-id")));
    return List.of(
        new ProviderEvent(
            JsonFields.required(event, "id"),
            finding(kind, severity.orElse("permanent")),
            about,
            JsonFields.text(event, "recipient"),
            JsonFields.time(event, "timestamp"),
            "mailgun " + kind + severity.map(s -> " " + s).orElse("")));
  }

  private static Optional<Finding> finding(String kind, String severity) {
    return switch (kind) {
      case "accepted", "opened", "clicked", "unsubscribed" -> Optional.of(Finding.ACCEPTED);
      case "delivered" -> Optional.of(Finding.DELIVERED);
      case "failed" ->
          Optional.of(severity.equals("temporary") ? Finding.DELAYED : Finding.BOUNCED);
      case "rejected" -> Optional.of(Finding.BOUNCED);
      case "complained" -> Optional.of(Finding.COMPLAINED);
      default -> Optional.empty();
    };
  }
}
