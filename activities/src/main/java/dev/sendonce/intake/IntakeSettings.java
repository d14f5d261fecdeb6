package dev.sendonce.intake;

import dev.sendonce.message.SamePersonRules;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * What acceptance has to know of the configuration. Validated where the configuration is read.
 *
 * @param relays the configured relays by name, with the time after which a send through them is
 *     given up when the request names none
 * @param defaultRelay used when a request names none; one of {@code relays}
 * @param duplicateWindow for how long the same content to the same person needs {@code
 *     allowDuplicateContent}
 * @param temporary directory for what is too large for memory; nothing stays there
 */
public record IntakeSettings(
    Map<String, Duration> relays,
    String defaultRelay,
    Limits limits,
    Duration duplicateWindow,
    SamePersonRules samePerson,
    Path temporary) {
  public IntakeSettings {
    relays = Map.copyOf(relays);
    if (!relays.containsKey(defaultRelay)) {
      throw new IllegalArgumentException(
          "relays: there is no relay '"
              + defaultRelay
              + "', which requests without one would use.");
    }
  }
}
