package dev.sendonce.evidence;

import dev.sendonce.send.AttemptMark;
import java.time.Instant;
import java.util.Optional;

/**
 * Evidence that arrived by itself: a delivery report, a provider's event.
 *
 * @param source name of the source, as in {@link ProbeReport#source()}
 * @param relay the configured relay whose mailbox or notification it came from
 * @param id the same for every repetition of the same report
 * @param recipient the envelope recipient it names; empty when it speaks of the whole transaction
 * @param at when it happened, by the reporter's clock
 * @param detail for the timeline; no address in it
 */
public record Arrival(
    String source,
    String relay,
    String id,
    Finding finding,
    About about,
    Optional<String> recipient,
    Instant at,
    String detail) {

  /**
   * What the report tells about the message it is about; at least one part is present.
   *
   * @param mark send and attempt; nothing else is bound to an attempt
   * @param sendId as in X-Sendonce-Id
   * @param messageId with angle brackets
   * @param providerId the relay's own id, as in the text of its reply to end of data
   */
  public record About(
      Optional<AttemptMark> mark,
      Optional<String> sendId,
      Optional<String> messageId,
      Optional<String> providerId) {

    /** The random id of the send, however it was told: our Message-ID begins with it. */
    public Optional<String> anySendId() {
      return mark.map(AttemptMark::sendId)
          .or(() -> sendId)
          .or(() -> messageId.map(About::localPart));
    }

    private static String localPart(String messageId) {
      String bare = messageId.replaceAll("^<|>$", "");
      return bare.substring(0, Math.max(0, bare.lastIndexOf('@')));
    }

    /** True when there is nothing to find a send by. */
    public boolean isEmpty() {
      return anySendId().isEmpty() && providerId.isEmpty();
    }
  }
}
