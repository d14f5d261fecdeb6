package dev.sendonce.api.engine;

import com.google.protobuf.Message;
import io.temporal.api.common.v1.Payload;
import io.temporal.api.common.v1.Payloads;
import io.temporal.api.common.v1.SearchAttributes;
import io.temporal.api.failure.v1.Failure;
import io.temporal.api.history.v1.MarkerRecordedEventAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Everything in a history that somebody put there: payloads and the texts of failures. */
final class HistoryPayloads {
  /** What the SDK notes of a local activity: its name, its id and times, always plain. */
  private static final Set<String> BOOKKEEPING = Set.of("activityId", "type", "time", "meta");

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
    if (value instanceof MarkerRecordedEventAttributes marker) {
      Map<String, Payloads> details = new HashMap<>(marker.getDetailsMap());
      details.keySet().removeAll(BOOKKEEPING);
      details.values().forEach(this::walk);
    } else if (value instanceof List<?> many) {
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
