package dev.sendonce.evidence.events;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sendonce.evidence.Arrival.About;
import dev.sendonce.evidence.Finding;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Amazon SES events through an SNS topic. The signature only says that some SNS topic sent it, and
 * anybody can have one; so the topic must be the configured one. SES replaces the Message-ID: with
 * "include original headers" its events carry our X-Sendonce-Id.
 */
final class SesAdapter implements EventAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(SesAdapter.class);

  private final String topicArn;
  private final SigningKeys keys;

  SesAdapter(String topicArn, SigningKeys keys) {
    this.topicArn = topicArn;
    this.keys = keys;
  }

  @Override
  public boolean isAuthentic(Notification notification) throws IOException {
    JsonNode sns = notification.json();
    if (!Secrets.same(topicArn, JsonFields.text(sns, "TopicArn").orElse(""))) {
      return false;
    }
    String algorithm =
        sns.path("SignatureVersion").asText().equals("2") ? "SHA256withRSA" : "SHA1withRSA";
    try {
      Signature signature = Signature.getInstance(algorithm);
      signature.initVerify(keys.at(JsonFields.required(sns, "SigningCertURL")));
      signature.update(signedText(sns).getBytes(StandardCharsets.UTF_8));
      return signature.verify(Base64.getDecoder().decode(JsonFields.required(sns, "Signature")));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      return false;
    }
  }

  /** Names and values in alphabetical order, each on a line of its own; absent ones left out. */
  private static String signedText(JsonNode sns) {
    boolean notification = sns.path("Type").asText().equals("Notification");
    List<String> names =
        notification
            ? List.of("Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type")
            : List.of(
                "Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type");
    StringBuilder text = new StringBuilder();
    for (String name : names) {
      if (sns.hasNonNull(name)) {
        text.append(name).append('\n').append(sns.get(name).asText()).append('\n');
      }
    }
    return text.toString();
  }

  @Override
  public List<ProviderEvent> read(Notification notification) throws IOException {
    JsonNode sns = notification.json();
    if (sns.path("Type").asText().equals("SubscriptionConfirmation")) {
      LOG.warn(
          "Amazon SNS asks to confirm the subscription of this receiver; open once: {}",
          sns.path("SubscribeURL").asText());
      return List.of();
    }
    JsonNode event = Notification.json(JsonFields.required(sns, "Message"));
    String kind =
        JsonFields.text(event, "eventType")
            .or(() -> JsonFields.text(event, "notificationType"))
            .orElse("");
    Optional<Finding> finding = finding(kind);
    String id = JsonFields.required(sns, "MessageId");
    Instant at = JsonFields.time(sns, "Timestamp");
    About about = about(event.path("mail"));
    List<ProviderEvent> events = new ArrayList<>();
    for (String recipient : recipients(event)) {
      events.add(
          new ProviderEvent(
              id + "/" + events.size(), finding, about, Optional.of(recipient), at, "ses " + kind));
    }
    if (events.isEmpty()) {
      events.add(new ProviderEvent(id, finding, about, Optional.empty(), at, "ses " + kind));
    }
    return events;
  }

  private static About about(JsonNode mail) {
    Optional<String> sendId = Optional.empty();
    for (JsonNode header : mail.path("headers")) {
      if (header.path("name").asText().equalsIgnoreCase("X-Sendonce-Id")) {
        sendId = JsonFields.text(header, "value");
      }
    }
    return new About(
        Optional.empty(),
        sendId,
        JsonFields.messageId(JsonFields.text(mail, "commonHeaders", "messageId")),
        JsonFields.text(mail, "messageId"));
  }

  private static List<String> recipients(JsonNode event) {
    List<String> found = new ArrayList<>();
    event.path("delivery").path("recipients").forEach(r -> found.add(r.asText()));
    event.path("bounce").path("bouncedRecipients").forEach(r -> add(found, r));
    event.path("complaint").path("complainedRecipients").forEach(r -> add(found, r));
    event.path("deliveryDelay").path("delayedRecipients").forEach(r -> add(found, r));
    return found;
  }

  private static void add(List<String> found, JsonNode recipient) {
    JsonFields.text(recipient, "emailAddress").ifPresent(found::add);
  }

  private static Optional<Finding> finding(String kind) {
    return switch (kind) {
      case "Send", "Open", "Click" -> Optional.of(Finding.ACCEPTED);
      case "Delivery" -> Optional.of(Finding.DELIVERED);
      case "DeliveryDelay" -> Optional.of(Finding.DELAYED);
      case "Bounce", "Reject" -> Optional.of(Finding.BOUNCED);
      case "Complaint" -> Optional.of(Finding.COMPLAINED);
      default -> Optional.empty();
    };
  }
}
