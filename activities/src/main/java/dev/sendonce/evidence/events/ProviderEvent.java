package dev.sendonce.evidence.events;

import dev.sendonce.evidence.Arrival.About;
import dev.sendonce.evidence.Finding;
import java.time.Instant;
import java.util.Optional;

/**
 * One event in the same form whoever the provider is.
 *
 * @param eventId the provider's own, the same in every repetition
 * @param finding empty for kinds of events that say nothing about a message's fate
 * @param recipient the address it is about, when it is about one
 */
record ProviderEvent(
    String eventId,
    Optional<Finding> finding,
    About about,
    Optional<String> recipient,
    Instant at,
    String detail) {}
