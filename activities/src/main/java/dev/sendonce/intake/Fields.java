package dev.sendonce.intake;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sendonce.message.Characters;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Typed access to the values of one JSON object. Whatever is not as it should be is noted with its
 * path, and the value counts as absent. Not thread-safe.
 */
final class Fields {
  private static final Pattern LINE_END = Pattern.compile("\r\n?|\n");

  private final String prefix;
  private final Map<String, JsonNode> values;
  private final Errors errors;

  /**
   * Access to these values.
   *
   * @param prefix path of the object with its final dot, or empty
   */
  Fields(String prefix, Map<String, JsonNode> values, Errors errors) {
    this.prefix = prefix;
    this.values = values;
    this.errors = errors;
  }

  /** A string of one element of an array. */
  record Element(String path, String text) {}

  String path(String name) {
    return prefix + name;
  }

  boolean has(String name) {
    return values.containsKey(name);
  }

  /** A string on one line, of at most so many characters (code points). */
  Optional<String> line(String name, int maximum) {
    return string(name).filter(text -> isLine(path(name), text, maximum));
  }

  /** A text of any number of lines; line ends become CRLF. */
  Optional<String> text(String name) {
    return string(name)
        .filter(
            text -> {
              Optional<String> defect = Characters.bodyDefect(text);
              defect.ifPresent(d -> errors.add(path(name), d));
              return defect.isEmpty();
            })
        .map(text -> LINE_END.matcher(text).replaceAll("\r\n"));
  }

  /** False when absent. */
  boolean flag(String name) {
    JsonNode value = values.get(name);
    if (value != null && !value.isBoolean()) {
      errors.add(path(name), "must be true or false");
    }
    return value != null && value.booleanValue();
  }

  /** The strings of an array; empty when absent. */
  List<Element> elements(String name, int maximum) {
    JsonNode array = values.get(name);
    if (array == null) {
      return List.of();
    }
    if (!array.isArray()) {
      errors.add(path(name), "must be an array of strings");
      return List.of();
    }
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < Math.min(array.size(), maximum); i++) {
      String path = path(name) + "[" + i + "]";
      if (array.get(i).isTextual()) {
        elements.add(new Element(path, array.get(i).textValue()));
      } else {
        errors.add(path, "must be a string");
      }
    }
    return elements;
  }

  /** How many elements an array has; 0 when absent or no array. */
  int count(String name) {
    JsonNode array = values.get(name);
    return array != null && array.isArray() ? array.size() : 0;
  }

  /** The strings of an object, in their order; empty when absent. */
  Map<String, String> entries(String name, int maximumEntries, int maximumValue) {
    JsonNode object = values.get(name);
    if (object == null) {
      return Map.of();
    }
    if (!object.isObject()) {
      errors.add(path(name), "must be an object of strings");
      return Map.of();
    }
    if (object.size() > maximumEntries) {
      errors.add(path(name), "has more than " + maximumEntries + " entries");
      return Map.of();
    }
    Map<String, String> entries = new LinkedHashMap<>();
    object
        .properties()
        .forEach(
            entry -> {
              String path = path(name) + "." + entry.getKey();
              if (!entry.getValue().isTextual()) {
                errors.add(path, "must be a string");
              } else if (isLine(path, entry.getValue().textValue(), maximumValue)) {
                entries.put(entry.getKey(), entry.getValue().textValue());
              }
            });
    return entries;
  }

  /** Another object inside this one; empty when absent. */
  Optional<JsonNode> object(String name) {
    JsonNode value = values.get(name);
    if (value != null && !value.isObject()) {
      errors.add(path(name), "must be an object");
      return Optional.empty();
    }
    return Optional.ofNullable(value);
  }

  private Optional<String> string(String name) {
    JsonNode value = values.get(name);
    if (value != null && !value.isTextual()) {
      errors.add(path(name), "must be a string");
      return Optional.empty();
    }
    return Optional.ofNullable(value).map(JsonNode::textValue);
  }

  private boolean isLine(String path, String text, int maximum) {
    Optional<String> defect = Characters.lineDefect(text);
    if (defect.isPresent()) {
      errors.add(path, defect.get());
      return false;
    }
    if (text.codePointCount(0, text.length()) > maximum) {
      errors.add(path, "is longer than " + maximum + " characters");
      return false;
    }
    return true;
  }
}
