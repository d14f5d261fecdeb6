package dev.sendonce.intake;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * What makes two requests the same: a digest per field of the validated request, and one over all.
 *
 * <p>Two requests are the same when they would freeze the same message for the same envelope on the
 * same terms. So the order of JSON fields, white space, the offset in which an instant is written,
 * the case of a domain and its IDN spelling do not matter; the local part of an address, the order
 * of recipients and the bytes of attachments do. Absent, null and the default value are the same.
 */
final class Fingerprint {
  /** Name of the digest over all fields. */
  static final String REQUEST = "request";

  private final TreeMap<String, String> fields = new TreeMap<>();

  /** Adds a field that has a value. */
  Fingerprint field(String name, Consumer<Digester> value) {
    Digester digester = new Digester().add(name);
    value.accept(digester);
    fields.put(name, digester.hex());
    return this;
  }

  /** Field names and digests, and {@link #REQUEST}. */
  Map<String, String> digests() {
    Digester whole = new Digester();
    fields.forEach((name, digest) -> whole.add(name).add(digest));
    Map<String, String> all = new TreeMap<>(fields);
    all.put(REQUEST, whole.hex());
    return all;
  }
}
