package dev.sendonce.evidence.events;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sendonce.evidence.Arrival.About;
import dev.sendonce.evidence.Finding;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** SendGrid's signed event webhook: ECDSA over the time stamp and the exact body. */
final class SendGridAdapter implements EventAdapter {
  private static final String SIGNATURE = "X-Twilio-Email-Event-Webhook-Signature";
  private static final String TIMESTAMP = "X-Twilio-Email-Event-Webhook-Timestamp";

  private final PublicKey key;

  /**
   * @param key the verification key as SendGrid shows it: base64 of a DER public key
   */
  SendGridAdapter(String key) {
    try {
      byte[] der = Base64.getDecoder().decode(key.strip());
      this.key = KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(der));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "evidence.events.secret: for SendGrid this is the verification key that its settings"
              + " show, base64 of an EC public key.",
          e);
    }
  }

  @Override
  public boolean isAuthentic(Notification notification) {
    Optional<String> given = notification.header(SIGNATURE);
    Optional<String> timestamp = notification.header(TIMESTAMP);
    if (given.isEmpty() || timestamp.isEmpty()) {
      return false;
    }
    try {
      Signature signature = Signature.getInstance("SHA256withECDSA");
      signature.initVerify(key);
      signature.update(timestamp.get().getBytes(StandardCharsets.UTF_8));
      signature.update(notification.body());
      return signature.verify(Base64.getDecoder().decode(given.get()));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      return false;
    }
  }

  @Override
  public List<ProviderEvent> read(Notification notification) throws IOException {
    JsonNode array = notification.json();
    if (!array.isArray()) {
      throw new IOException("no array of events");
    }
    List<ProviderEvent> events = new ArrayList<>();
    for (JsonNode event : array) {
      events.add(event(event));
    }
    return events;
  }

  private static ProviderEvent event(JsonNode event) throws IOException {
    String kind = JsonFields.required(event, "event");
    About about =
        new About(
            Optional.empty(),
            JsonFields.text(event, "sendonce_id"),
            JsonFields.messageId(JsonFields.text(event, "smtp-id")),
            // the id in the reply to end of data is what stands before the first dot here
            JsonFields.text(event, "sg_message_id").map(id -> id.replaceAll("\\..*", "")));
    return new ProviderEvent(
        JsonFields.required(event, "sg_event_id"),
        finding(kind),
        about,
        JsonFields.text(event, "email"),
        JsonFields.time(event, "timestamp"),
        "sendgrid " + kind);
  }

  private static Optional<Finding> finding(String kind) {
    return switch (kind) {
      case "processed", "open", "click", "unsubscribe", "group_unsubscribe", "group_resubscribe" ->
          Optional.of(Finding.ACCEPTED);
      case "delivered" -> Optional.of(Finding.DELIVERED);
      case "deferred" -> Optional.of(Finding.DELAYED);
      case "bounce", "dropped" -> Optional.of(Finding.BOUNCED);
      case "spamreport" -> Optional.of(Finding.COMPLAINED);
      default -> Optional.empty();
    };
  }
}
