package dev.sendonce.send;

import java.time.Instant;

/**
 * What a workflow knows of a send: no address, no subject, no content, so that none of it enters a
 * workflow history. Every activity answers with a fresh one, and the workflow decides from that
 * alone.
 *
 * @param deadline of the attempt in flight, or null
 * @param nextProbeAt when the next scheduled probe is due while {@code confirming}; null when all
 *     were made
 * @param guardUntil before this a person's {@code resend} or {@code not_sent} is refused, or null
 * @param story one redacted sentence: what happened last and why
 * @param link to the send in the REST API
 */
public record SendView(
    String key,
    SendState state,
    Reason reason,
    int epoch,
    long version,
    String client,
    String batch,
    String relay,
    int recipients,
    Instant sendAt,
    Instant expiresAt,
    Instant retryAt,
    AttemptPhase phase,
    Instant deadline,
    Instant endOfDataAt,
    int probes,
    Instant nextProbeAt,
    Instant guardUntil,
    Instant since,
    String story,
    String link) {}
