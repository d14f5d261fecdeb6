package dev.sendonce.api.config;

import io.dropwizard.util.Duration;
import jakarta.validation.constraints.NotEmpty;
import java.util.List;

/**
 * The search for evidence.
 *
 * @param probes times after end of data, rising
 */
public record VerificationSettings(@NotEmpty List<Duration> probes) {
  public VerificationSettings {
    probes =
        probes == null
            ? List.of(
                Duration.seconds(20),
                Duration.minutes(1),
                Duration.minutes(5),
                Duration.minutes(15),
                Duration.hours(1),
                Duration.hours(6))
            : List.copyOf(probes);
  }

  /** The same, in the type that the rest of the code uses. */
  public List<java.time.Duration> times() {
    return probes.stream().map(Duration::toJavaDuration).toList();
  }
}
