package dev.sendonce.intake.outbox;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sendonce.intake.Submitter;
import dev.sendonce.send.SendKey;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.bson.Document;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;

/**
 * What a service wrote into {@code outbox}: {@code {_id: key, client, request: {…}, status: 0}}, or
 * with {@code mailId} and {@code recipient}, which then make the key.
 *
 * <p>The key of such a pair is {@code mailId/} and a digest of the person's canonical address: two
 * documents for the same mail and person make one send, and no address enters a workflow ID.
 */
record OutboxDocument(Object id, Document document) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final JsonWriterSettings RELAXED =
      JsonWriterSettings.builder().outputMode(JsonMode.RELAXED).build();
  private static final int DIGEST_LENGTH = 32;

  static OutboxDocument of(Document document) {
    return new OutboxDocument(document.get("_id"), document);
  }

  int retryCount() {
    return document.get("retryCount", Number.class) == null
        ? 0
        : document.get("retryCount", Number.class).intValue();
  }

  Submitter submitter() {
    String client = document.getString("client");
    return new Submitter(
        client == null ? "outbox" : client, Optional.empty(), List.of(), List.of());
  }

  /**
   * The key of the send.
   *
   * @throws UnusableDocumentException when the document names none that is valid
   */
  SendKey key(UnaryOperator<String> canonical) {
    Object mailId = document.get("mailId");
    Object recipient = document.get("recipient");
    if (mailId == null && recipient == null) {
      return valid(id instanceof String text ? text : String.valueOf(id), "_id");
    }
    if (!(mailId instanceof String mail) || !(recipient instanceof String person)) {
      throw new UnusableDocumentException(
          "mailId and recipient: both are needed, as strings, or neither.");
    }
    return valid(mail + "/" + digest(canonical.apply(person)), "mailId");
  }

  /** The body of the POST this document stands for. */
  JsonNode request() {
    if (!(document.get("request") instanceof Document request)) {
      throw new UnusableDocumentException("request: the body of a POST to /v1/sends is missing.");
    }
    try {
      JsonNode body = JSON.readTree(request.toJson(RELAXED));
      if (!body.has("to") && document.get("recipient") instanceof String person) {
        ((ObjectNode) body).putArray("to").add(person);
      }
      return body;
    } catch (JsonProcessingException e) {
      throw new UnusableDocumentException("request: not readable as JSON.");
    }
  }

  private static SendKey valid(String key, String field) {
    if (!SendKey.isValid(key)) {
      throw new UnusableDocumentException(field + ": a key is " + SendKey.RULE + ".");
    }
    return new SendKey(key);
  }

  private static String digest(String person) {
    try {
      byte[] sha =
          MessageDigest.getInstance("SHA-256").digest(person.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(sha).substring(0, DIGEST_LENGTH);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256.", e);
    }
  }

  /** The document can never become a send; its message names the field and the remedy. */
  static final class UnusableDocumentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnusableDocumentException(String message) {
      super(message);
    }
  }
}
