package dev.sendonce.intake;

import dev.sendonce.send.Send;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * On what terms a message is to be sent.
 *
 * @param expireAfter counted from the later of acceptance and {@code sendAt}
 */
record Terms(
    String relay,
    Optional<Instant> sendAt,
    Optional<Duration> expireAfter,
    Map<String, String> metadata,
    Optional<Send.Reference> reference,
    boolean allowDuplicateContent) {}
