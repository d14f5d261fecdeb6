package dev.sendonce.api.feed;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sendonce.api.problem.Problem;
import dev.sendonce.api.problem.ProblemException;
import dev.sendonce.intake.FieldError;
import dev.sendonce.send.SendKey;
import java.util.ArrayList;
import java.util.List;

/** One line of an acknowledgement: {@code {"items": [{"key": …, "version": …}]}}. */
record AcknowledgedItem(SendKey key, long version) {
  private static final int MOST = 500;

  /** Reads all lines; 422 with every error. */
  static List<AcknowledgedItem> read(JsonNode request) {
    List<FieldError> errors = new ArrayList<>();
    request
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!name.equals("items")) {
                errors.add(new FieldError(name, "is not a field of this request"));
              }
            });
    JsonNode items = request.path("items");
    if (!items.isArray() || items.size() > MOST) {
      errors.add(new FieldError("items", "must be a list of at most " + MOST + " items"));
    }
    List<AcknowledgedItem> read = new ArrayList<>();
    for (int i = 0; items.isArray() && i < Math.min(MOST, items.size()); i++) {
      JsonNode key = items.get(i).path("key");
      JsonNode version = items.get(i).path("version");
      if (!key.isTextual() || !SendKey.isValid(key.textValue())) {
        errors.add(new FieldError("items[" + i + "].key", "must be the key of a send"));
      } else if (!version.isIntegralNumber() || !version.canConvertToLong()) {
        errors.add(new FieldError("items[" + i + "].version", "must be a whole number"));
      } else {
        read.add(new AcknowledgedItem(new SendKey(key.textValue()), version.longValue()));
      }
    }
    if (!errors.isEmpty()) {
      throw new ProblemException(Problem.invalid(errors));
    }
    return read;
  }
}
