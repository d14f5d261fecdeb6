package dev.sendonce.intake;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Requests for tests: a letter from Ann to Bob unless told otherwise. */
final class Requests {
  static final Submitter ANYBODY =
      new Submitter("client-1", Optional.empty(), List.of(), List.of());

  private static final JsonMapper MAPPER = new JsonMapper();

  private final ObjectNode json = MAPPER.createObjectNode();

  private Requests() {}

  static Requests letter() {
    return new Requests()
        .with("from", "ann@example.org")
        .withList("to", "bob@example.net")
        .with("subject", "Invoice 7")
        .with("text", "Please pay.");
  }

  Requests with(String name, String value) {
    json.put(name, value);
    return this;
  }

  Requests with(String name, boolean value) {
    json.put(name, value);
    return this;
  }

  Requests withList(String name, String... values) {
    ArrayNode array = json.putArray(name);
    for (String value : values) {
      array.add(value);
    }
    return this;
  }

  Requests withEntry(String name, String key, String value) {
    ObjectNode object = (ObjectNode) json.get(name);
    (object == null ? json.putObject(name) : object).put(key, value);
    return this;
  }

  Requests withAttachment(String filename, byte[] content) {
    return withAttachment(
        "{\"filename\": \""
            + filename
            + "\", \"content\": \""
            + Base64.getEncoder().encodeToString(content)
            + "\"}");
  }

  Requests withAttachment(String attachment) {
    ArrayNode array = (ArrayNode) json.get("attachments");
    (array == null ? json.putArray("attachments") : array).add(node(attachment));
    return this;
  }

  Requests without(String name) {
    json.remove(name);
    return this;
  }

  InputStream stream() {
    return stream(toString());
  }

  @Override
  public String toString() {
    return json.toString().replace("\ud800", "\\ud800");
  }

  static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  static String json(Map<String, String> object) {
    return MAPPER.valueToTree(object).toString();
  }

  private static JsonNode node(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
