package dev.sendonce.api.docs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * The OpenAPI 3.1 document, put together from the YAML files beside this class. Immutable after
 * loading; callers must not change the tree.
 */
public final class OpenApiDocument {
  private static final List<String> PARTS =
      List.of(
          "base.yaml",
          "responses.yaml",
          "schemas.yaml",
          "examples.yaml",
          "sends.yaml",
          "send.yaml",
          "orders.yaml",
          "feed.yaml",
          "schedules.yaml",
          "evidence.yaml",
          "keys.yaml",
          "pages.yaml");

  private final ObjectNode document;

  private OpenApiDocument(ObjectNode document) {
    this.document = document;
  }

  /** Reads and joins the parts. */
  public static OpenApiDocument load() {
    YAMLMapper yaml = new YAMLMapper();
    ObjectNode whole = yaml.createObjectNode();
    for (String part : PARTS) {
      try (InputStream in = OpenApiDocument.class.getResourceAsStream("openapi/" + part)) {
        if (in == null) {
          throw new IllegalStateException("The jar lacks openapi/" + part + ".");
        }
        merge(whole, yaml.readTree(in));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return new OpenApiDocument(whole);
  }

  /** The document. */
  public JsonNode tree() {
    return document;
  }

  private static void merge(ObjectNode into, JsonNode part) {
    part.properties()
        .forEach(
            field -> {
              JsonNode present = into.get(field.getKey());
              if (present instanceof ObjectNode object && field.getValue().isObject()) {
                merge(object, field.getValue());
              } else if (present == null) {
                into.set(field.getKey(), field.getValue());
              } else {
                throw new IllegalStateException("Two parts define '" + field.getKey() + "'.");
              }
            });
  }
}
