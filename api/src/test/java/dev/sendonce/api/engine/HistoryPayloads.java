package dev.sendonce.api.engine;

import com.google.protobuf.Message;
import io.temporal.api.common.v1.Payload;
import io.temporal.api.common.v1.SearchAttributes;
import io.temporal.api.failure.v1.Failure;
import java.util.ArrayList;
import java.util.List;

/** Everything in a history that somebody put there: payloads and the texts of failures. */
final class HistoryPayloads {
  private final List<Payload> payloads = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();

  HistoryPayloads(Message history) {
    walk(history);
  }

  /** All but search attributes, which are plain for the server's sake. */
  List<Payload> payloads() {
    return payloads;
  }

  /** Messages and traces that are not inside a payload. */
  List<String> failures() {
    return failures;
  }

  private void walk(Object value) {
    if (value instanceof List<?> many) {
      many.forEach(this::walk);
    } else if (value instanceof Payload payload) {
      payloads.add(payload);
    } else if (value instanceof Message message && !(value instanceof SearchAttributes)) {
      if (message instanceof Failure failure) {
        failures.add(failure.getMessage() + failure.getStackTrace());
      }
      message.getAllFields().values().forEach(this::walk);
    }
  }
}
