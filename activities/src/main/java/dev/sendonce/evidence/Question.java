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

  /**
   * True when the Message-ID was made from the random id of the send. A client may have brought its
   * own, and used it before: then it tells nothing by itself.
   */
  public boolean hasOwnMessageId() {
    return messageId.startsWith("<" + sendId + "@");
  }

  /** A recipient of the latched transaction. */
  public record Latched(int index, EmailAddress address) {}
}
