package dev.sendonce.schedule;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;

/**
 * The request to send behind every letter of a schedule. In subject, text and html {@code {{date}}}
 * and {@code {{time}}} stand for the nominal local time, so that the same firing always makes the
 * same letter.
 */
public final class LetterTemplate {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> FILLED = List.of("subject", "text", "html");
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm");

  private final JsonNode template;

  private LetterTemplate(JsonNode template) {
    this.template = template;
  }

  /** The template of a schedule. */
  public static LetterTemplate of(Schedule schedule) {
    return new LetterTemplate(read(schedule.terms().template()));
  }

  /** Whether two stored templates say the same; the order of fields does not count. */
  public static boolean same(String one, String other) {
    return read(one).equals(read(other));
  }

  private static JsonNode read(String stored) {
    try {
      return JSON.readTree(stored);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A stored template is not JSON.", e);
    }
  }

  /** A template that is not stored yet; a JSON object. */
  public static LetterTemplate of(JsonNode template) {
    return new LetterTemplate(template);
  }

  /** The template as the client gave it. */
  public JsonNode json() {
    return template;
  }

  /** The request to send for a nominal local time. */
  public JsonNode filled(LocalDateTime nominal) {
    ObjectNode request = template.deepCopy();
    for (String field : FILLED) {
      if (request.path(field).isTextual()) {
        request.put(field, filled(request.path(field).textValue(), nominal));
      }
    }
    return request;
  }

  /**
   * The same for a firing: the letters of a schedule are alike by design, so that each other is no
   * reason to hold them back.
   */
  JsonNode ofFiring(LocalDateTime nominal) {
    ObjectNode request = (ObjectNode) filled(nominal);
    return request.put("allowDuplicateContent", true);
  }

  private static String filled(String text, LocalDateTime nominal) {
    return text.replace("{{date}}", nominal.toLocalDate().toString())
        .replace("{{time}}", TIME.format(nominal));
  }
}
