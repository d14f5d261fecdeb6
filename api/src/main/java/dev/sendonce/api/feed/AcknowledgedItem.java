package dev.sendonce.api.feed;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sendonce.api.http.BodyFields;
import dev.sendonce.send.SendKey;
import java.util.ArrayList;
import java.util.List;

/** One line of an acknowledgement: {@code {"items": [{"key": …, "version": …}]}}. */
record AcknowledgedItem(SendKey key, long version) {
  private static final int MOST = 500;
  private static final int LONGEST_KEY = 200;

  /** Reads all lines; 422 with every error. */
  static List<AcknowledgedItem> read(JsonNode request) {
    BodyFields fields = new BodyFields(request);
    List<AcknowledgedItem> read = new ArrayList<>();
    for (BodyFields item : fields.each("items", MOST)) {
      SendKey key = item.converted("key", LONGEST_KEY, SendKey::new);
      Long version = item.number("version", Long.MIN_VALUE);
      if (key != null && version != null) {
        read.add(new AcknowledgedItem(key, version));
      }
    }
    fields.check();
    return read;
  }
}
