package dev.sendonce.api.http;

import jakarta.ws.rs.core.HttpHeaders;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The {@code Prefer: wait=N} header (RFC 7240, 4.3). */
public final class Prefer {
  /** The longest wait that is granted. */
  public static final Duration LONGEST = Duration.ofSeconds(60);

  private static final Pattern WAIT = Pattern.compile("wait\\s*=\\s*\"?(\\d{1,9})\"?");

  private Prefer() {}

  /**
   * The wait that is granted: at most {@link #LONGEST}; empty without a readable preference, which
   * a server ignores (RFC 7240, 2).
   */
  public static Optional<Duration> wait(HttpHeaders headers) {
    List<String> values = headers.getRequestHeader("Prefer");
    if (values == null) {
      return Optional.empty();
    }
    return values.stream()
        .flatMap(value -> List.of(value.split("[,;]")).stream())
        .map(preference -> WAIT.matcher(preference.strip().toLowerCase(Locale.ROOT)))
        .filter(Matcher::matches)
        .map(m -> Duration.ofSeconds(Long.parseLong(m.group(1))))
        .findFirst()
        .map(wait -> wait.compareTo(LONGEST) > 0 ? LONGEST : wait);
  }
}
