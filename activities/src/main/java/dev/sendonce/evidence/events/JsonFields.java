package dev.sendonce.evidence.events;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;

/** Reads the few shapes of values that providers use. */
final class JsonFields {
  private JsonFields() {}

  static Optional<String> text(JsonNode node, String... path) {
    JsonNode at = node;
    for (String name : path) {
      at = at.path(name);
    }
    return at.isValueNode() && !at.isNull() && !at.asText().isBlank()
        ? Optional.of(at.asText().strip())
        : Optional.empty();
  }

  static String required(JsonNode node, String... path) throws IOException {
    return text(node, path).orElseThrow(() -> new IOException("no " + String.join(".", path)));
  }

  /** ISO 8601 with an offset, or seconds since 1970, perhaps with a fraction. */
  static Instant time(JsonNode node, String... path) throws IOException {
    String value = required(node, path);
    try {
      if (value.matches("[0-9.]+(E\\d{1,2})?")) {
        BigDecimal millis = new BigDecimal(value).movePointRight(3);
        return Instant.ofEpochMilli(millis.setScale(0, RoundingMode.FLOOR).longValueExact());
      }
      return OffsetDateTime.parse(value).toInstant();
    } catch (DateTimeException | ArithmeticException | NumberFormatException e) {
      throw new IOException(String.join(".", path) + " is no time", e);
    }
  }

  /** Message-IDs are given with and without angle brackets; ours have them. */
  static Optional<String> messageId(Optional<String> value) {
    return value.map(v -> "<" + v.replaceAll("^<|>$", "") + ">");
  }
}
