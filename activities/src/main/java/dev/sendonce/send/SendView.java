package dev.sendonce.send;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.time.Duration;
import java.time.Instant;

/**
 * What a workflow knows of a send: no address, no subject, no content, so that none of it enters a
 * workflow history. Every activity answers with a fresh one, and the workflow decides from that
 * alone. Fields are only ever added, because running workflows replay old ones.
 *
 * @param cause one word of a small closed set, for filters: a {@link Reason}, {@code schedule},
 *     {@code retry}, {@code relay}, {@code no_reply}, {@code undecided_reply}, {@code worker_lost},
 *     or null
 * @param deadline of the attempt in flight, or null
 * @param nextProbeAt when the next scheduled probe is due while {@code confirming}; null when all
 *     were made
 * @param guardUntil before this a person's {@code resend} or {@code not_sent} is refused, or null
 * @param story one redacted sentence: what happened last and why
 * @param link to the send in the REST API
 * @param deliveryTimeout start-to-close time-out for {@code deliver}: longer than everything an
 *     attempt may take
 * @param heartbeatTimeout after which a silent worker counts as dead
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record SendView(
    String key,
    SendState state,
    Reason reason,
    String cause,
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
    String link,
    Duration deliveryTimeout,
    Duration heartbeatTimeout) {}
