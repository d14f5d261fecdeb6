package dev.sendonce.feed;

import dev.sendonce.send.Reason;
import dev.sendonce.send.SendState;
import java.time.Instant;

/**
 * One transition of one send, as the feed shows it.
 *
 * @param id position in the feed: 1, 2, 3 … without a gap
 * @param version position in the history of the send, without a gap, too
 * @param reason set when the state is {@code not_sent}, else null
 */
public record Event(
    long id,
    String key,
    long version,
    SendState state,
    Reason reason,
    Instant at,
    String cause,
    int attempt,
    String client,
    String batch) {}
