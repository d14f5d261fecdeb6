package dev.sendonce.intake;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Reads times with an offset; without one nobody knows which instant is meant. */
public final class SendTime {
  private static final Instant EARLIEST = Instant.parse("1970-01-01T00:00:00Z");
  private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");

  private SendTime() {}

  /** The instant, to the millisecond; {@link IllegalArgumentException} says what is wrong. */
  public static Instant parse(String text) {
    Instant at;
    try {
      at = OffsetDateTime.parse(text).toInstant().truncatedTo(ChronoUnit.MILLIS);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "must be a time with its offset, such as 2030-01-31T08:00:00+01:00 or …Z", e);
    }
    if (at.isBefore(EARLIEST) || at.isAfter(LATEST)) {
      throw new IllegalArgumentException("lies before 1970 or after 9999");
    }
    return at;
  }

  /** What is wrong with a time to send at, when it lies further ahead than a limit. */
  public static Optional<String> tooFarAhead(Instant at, Instant now, Duration limit) {
    return at.isAfter(now.plus(limit))
        ? Optional.of("lies more than " + limit.toDays() + " days ahead")
        : Optional.empty();
  }
}
