package dev.sendonce.lab.mongo;

import java.util.Locale;
import java.util.Optional;

/**
 * How much an embedded store holds.
 *
 * @param documents in its largest collection
 * @param fileBytes on disk
 */
public record Capacity(long documents, long fileBytes) {
  /** Beyond it lists and counts, which scan, take many seconds. */
  static final long GOOD_FOR_DOCUMENTS = 500_000;

  /** Beyond it opening, which rewrites the file, takes minutes. */
  static final long GOOD_FOR_BYTES = 2L << 30;

  /** What to tell people once it holds more than it is good for. */
  public Optional<String> notice() {
    if (documents <= GOOD_FOR_DOCUMENTS && fileBytes <= GOOD_FOR_BYTES) {
      return Optional.empty();
    }
    return Optional.of(
        String.format(
            Locale.ROOT,
            "the embedded MongoDB holds %,d documents in one collection and %,d MB; it is good for"
                + " %,d and %,d MB: move to a real MongoDB (--mongo URI)",
            documents,
            fileBytes >> 20,
            GOOD_FOR_DOCUMENTS,
            GOOD_FOR_BYTES >> 20));
  }
}
