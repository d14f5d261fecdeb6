package dev.sendonce.api.send;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;

/** Reads times of day with an offset; without one nobody knows which instant is meant. */
final class SendTime {
  private static final int LAST_YEAR = 9999;

  private SendTime() {}

  /** The instant, to the millisecond; {@link IllegalArgumentException} says what is wrong. */
  static Instant parse(String text) {
    try {
      OffsetDateTime time = OffsetDateTime.parse(text);
      if (time.getYear() >= 1970 && time.getYear() <= LAST_YEAR) {
        return time.toInstant().truncatedTo(ChronoUnit.MILLIS);
      }
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(message(), e);
    }
    throw new IllegalArgumentException(message());
  }

  private static String message() {
    return "must be a time with offset, such as 2026-01-31T09:00:00+01:00";
  }
}
