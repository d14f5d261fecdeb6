package dev.sendonce.evidence;

import dev.sendonce.send.EmailAddress;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What is known about an uncertain attempt.
 *
 * @param latched recipients that were in the transaction, by their index in the send
 * @param onlyLatchedAttempt no other attempt of this send reached end of data, so that evidence by
 *     Message-ID alone can only be about this one
 * @param baseline what this source noted before the attempt
 * @param replyText whatever the relay said after end of data, even incomplete, or empty
 */
public record Question(
    String key,
    String sendId,
    int attempt,
    String messageId,
    EmailAddress from,
    List<Latched> latched,
    boolean onlyLatchedAttempt,
    Instant openedAt,
    Instant endOfDataAt,
    Optional<String> queueId,
    String replyText,
    Optional<String> baseline) {
  public Question {
    latched = List.copyOf(latched);
  }

  /** A recipient of the latched transaction. */
  public record Latched(int index, EmailAddress address) {}
}
