package dev.sendonce.api.docs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.google.common.base.Splitter;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Renders an OpenAPI document as one readable page. */
final class DocsPage {
  private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");

  private final JsonNode document;
  private final ObjectWriter json = new JsonMapper().writerWithDefaultPrettyPrinter();
  private final Html html = new Html();

  DocsPage(JsonNode document) {
    this.document = document;
  }

  String render(boolean lab) {
    JsonNode info = document.path("info");
    html.element("h1", info.path("title").asText());
    paragraphs(info.path("description").asText());
    html.raw("<p><a href=\"/openapi.json\">openapi.json</a>, ");
    html.raw("<a href=\"/problems\">problem types</a></p>");
    document.path("paths").properties().forEach(this::path);
    html.raw("<h2>Shapes</h2>");
    document.path("components").path("schemas").properties().forEach(this::schema);
    return html.page(info.path("title").asText(), lab);
  }

  private void path(Map.Entry<String, JsonNode> path) {
    path.getValue()
        .properties()
        .forEach(
            operation -> {
              if (METHODS.contains(operation.getKey())) {
                operation(operation.getKey(), path, operation.getValue());
              }
            });
  }

  private void operation(String method, Map.Entry<String, JsonNode> path, JsonNode operation) {
    html.element("h2", method.toUpperCase(Locale.ROOT) + " " + path.getKey());
    html.element("p", operation.path("summary").asText());
    paragraphs(operation.path("description").asText());
    parameters(path.getValue().path("parameters"), operation.path("parameters"));
    operation
        .path("requestBody")
        .path("content")
        .properties()
        .forEach(content -> examples("Body, " + content.getKey(), content.getValue()));
    html.raw("<table>");
    operation.path("responses").properties().forEach(this::response);
    html.raw("</table>");
  }

  private void parameters(JsonNode shared, JsonNode own) {
    if (shared.isEmpty() && own.isEmpty()) {
      return;
    }
    html.raw("<table>");
    shared.forEach(this::parameter);
    own.forEach(this::parameter);
    html.raw("</table>");
  }

  private void parameter(JsonNode given) {
    JsonNode parameter = resolved(given);
    html.raw("<tr><td><code>").raw(Html.escape(parameter.path("name").asText()));
    html.raw("</code><br>").raw(Html.escape(parameter.path("in").asText()));
    html.raw(parameter.path("required").asBoolean() ? ", required" : "");
    html.element("td", parameter.path("description").asText());
  }

  private void response(Map.Entry<String, JsonNode> entry) {
    JsonNode response = resolved(entry.getValue());
    html.raw("<tr><td><code>" + Html.escape(entry.getKey()) + "</code><td>");
    html.raw(Html.escape(response.path("description").asText()));
    response
        .path("content")
        .properties()
        .forEach(content -> examples(content.getKey(), content.getValue()));
  }

  private void examples(String title, JsonNode content) {
    JsonNode examples = content.path("examples");
    if (content.has("example")) {
      example(title, content.path("example"));
    }
    examples
        .properties()
        .forEach(e -> example(title + ": " + e.getKey(), resolved(e.getValue()).path("value")));
  }

  private void example(String title, JsonNode value) {
    html.raw("<details>").element("summary", title);
    html.element("pre", value.isTextual() ? value.asText() : pretty(value)).raw("</details>");
  }

  private void schema(Map.Entry<String, JsonNode> schema) {
    html.element("h3", schema.getKey());
    paragraphs(schema.getValue().path("description").asText());
    html.raw("<table>");
    schema
        .getValue()
        .path("properties")
        .properties()
        .forEach(
            field -> {
              html.raw("<tr><td><code>" + Html.escape(field.getKey()) + "</code><td>");
              html.raw(Html.escape(type(field.getValue())) + "<td>");
              html.raw(Html.escape(field.getValue().path("description").asText()));
            });
    html.raw("</table>");
  }

  private static String type(JsonNode schema) {
    JsonNode type = schema.path("type");
    if (schema.has("$ref")) {
      return schema.path("$ref").asText().replaceFirst(".*/", "");
    }
    if (schema.has("enum")) {
      return schema.path("enum").toString();
    }
    return type.isArray() ? type.toString() : type.asText();
  }

  private void paragraphs(String text) {
    for (String paragraph : Splitter.on("\n\n").split(text)) {
      if (!paragraph.isBlank()) {
        html.element("p", paragraph.strip());
      }
    }
  }

  private JsonNode resolved(JsonNode node) {
    return node.has("$ref") ? document.at(node.path("$ref").asText().substring(1)) : node;
  }

  private String pretty(JsonNode value) {
    try {
      return json.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A tree can always be written.", e);
    }
  }
}
