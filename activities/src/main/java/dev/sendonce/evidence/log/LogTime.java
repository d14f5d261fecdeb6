package dev.sendonce.evidence.log;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;

/**
 * Time stamps of log lines. Traditional ones have neither year nor zone: the year is the one that
 * puts them nearest to now.
 */
final class LogTime {
  private static final DateTimeFormatter SYSLOG =
      DateTimeFormatter.ofPattern("uuuu MMM d HH:mm:ss", Locale.ENGLISH);
  private static final DateTimeFormatter EXIM =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss[.SSS]", Locale.ENGLISH);

  private final ZoneId zone;
  private final Instant now;

  LogTime(ZoneId zone, Instant now) {
    this.zone = zone;
    this.now = now;
  }

  /** {@code Nov 29 23:12:36} or {@code 2026-11-29T23:12:36.123456+00:00}. */
  Optional<Instant> ofSyslog(String stamp) {
    try {
      if (stamp.length() > 4 && Character.isDigit(stamp.charAt(0))) {
        return Optional.of(OffsetDateTime.parse(stamp).toInstant());
      }
      int year = now.atZone(zone).getYear();
      return Optional.of(nearest(stamp.replaceAll("\\s+", " "), year));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  /** {@code 2026-11-29 23:12:36}, perhaps with milliseconds and an offset such as {@code +0000}. */
  Optional<Instant> ofExim(String stamp, String offset) {
    try {
      LocalDateTime local = LocalDateTime.parse(stamp, EXIM);
      return Optional.of(
          offset == null ? local.atZone(zone).toInstant() : local.toInstant(ZoneOffset.of(offset)));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private Instant nearest(String stamp, int year) {
    Instant best = null;
    for (int candidate = year - 1; candidate <= year + 1; candidate++) {
      if (stamp.startsWith("Feb 29") && !MonthDay.of(2, 29).isValidYear(candidate)) {
        continue;
      }
      Instant at = LocalDateTime.parse(candidate + " " + stamp, SYSLOG).atZone(zone).toInstant();
      if (best == null || distance(at).compareTo(distance(best)) < 0) {
        best = at;
      }
    }
    return best;
  }

  private Duration distance(Instant at) {
    return Duration.between(at, now).abs();
  }
}
