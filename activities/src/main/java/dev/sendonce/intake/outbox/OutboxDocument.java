package dev.sendonce.intake.outbox;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sendonce.intake.Submitter;
import dev.sendonce.message.AddressParser;
import dev.sendonce.message.CanonicalAddress;
import dev.sendonce.message.Characters;
import dev.sendonce.message.ParsedAddress;
import dev.sendonce.message.SamePersonRules;
import dev.sendonce.send.SendKey;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.bson.BSONException;
import org.bson.Document;
import org.bson.codecs.configuration.CodecConfigurationException;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;
import org.bson.types.ObjectId;

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
  private static final int LONGEST_CLIENT = 200;

  static OutboxDocument of(Document document) {
    return new OutboxDocument(document.get("_id"), document);
  }

  /** How often it was claimed; the claim itself made a number of it. */
  int retryCount() {
    return document.get("retryCount") instanceof Number count ? count.intValue() : 0;
  }

  /**
   * Who asks; {@code outbox} when the document names nobody.
   *
   * @throws UnusableDocumentException when it names somebody who cannot be a client
   */
  Submitter submitter() {
    Object client = document.get("client");
    if (client == null) {
      return new Submitter("outbox", Optional.empty(), List.of(), List.of());
    }
    if (!(client instanceof String name)
        || name.isBlank()
        || name.length() > LONGEST_CLIENT
        || Characters.lineDefect(name).isPresent()) {
      throw new UnusableDocumentException(
          "client: must be a name of 1 to " + LONGEST_CLIENT + " characters on one line.");
    }
    return new Submitter(name, Optional.empty(), List.of(), List.of());
  }

  /**
   * The key of the send.
   *
   * @throws UnusableDocumentException when the document names none that is valid
   */
  SendKey key(SamePersonRules rules) {
    Object mailId = document.get("mailId");
    Object recipient = document.get("recipient");
    if (mailId == null && recipient == null) {
      return valid(idAsText(), "_id");
    }
    if (!(mailId instanceof String mail) || !(recipient instanceof String person)) {
      throw new UnusableDocumentException(
          "mailId and recipient: both are needed, as strings, or neither.");
    }
    if (mail.isEmpty()) {
      throw new UnusableDocumentException("mailId: is empty; name the mail, or leave both out.");
    }
    return valid(mail + "/" + digest(canonical(person, rules)), "mailId");
  }

  /** Text that is the same for the same id and says what a person would call it. */
  private String idAsText() {
    if (id instanceof String || id instanceof ObjectId || id instanceof Integer) {
      return id.toString();
    }
    if (id instanceof Long || (id instanceof Double d && d == Math.rint(d) && Math.abs(d) < 1e15)) {
      return Long.toString(((Number) id).longValue());
    }
    throw new UnusableDocumentException(
        "_id: must be a string, an ObjectId or a whole number; or give mailId and recipient.");
  }

  private static String canonical(String person, SamePersonRules rules) {
    ParsedAddress parsed = AddressParser.parse(person);
    if (parsed instanceof ParsedAddress.Refused refused) {
      throw new UnusableDocumentException("recipient: " + refused.reason() + ".");
    }
    return CanonicalAddress.of(((ParsedAddress.Valid) parsed).mailbox().address(), rules).value();
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
    } catch (JsonProcessingException | BSONException | CodecConfigurationException e) {
      throw new UnusableDocumentException(
          "request: holds something that JSON has no form for; write it as for a POST.");
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
