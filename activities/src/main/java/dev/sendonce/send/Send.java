package dev.sendonce.send;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One row of the ledger, read whole. Immutable; the ledger alone writes rows.
 *
 * @param id the random id in Message-ID and X-Sendonce-Id, also the id of the frozen message
 * @param version number of transitions so far; the first is 1
 * @param epoch number of the newest attempt, 0 before the first
 * @param phase phase of the newest attempt while it may still report, else null
 * @param owner the token that may write the final dot, or null when nobody may
 * @param stop why no further attempt may be opened ({@code cancelled}, {@code expired}), or null
 * @param from envelope sender
 * @param retryAt not before this time may a retry be opened, or null
 * @param lastEndOfDataAt the database server's time of the newest latch write, or null
 * @param probes how many scheduled probes were made for the newest attempt
 * @param erasedAt when content and addresses were erased, or null
 * @param merged addresses that were given twice and share one recipient
 */
public record Send(
    SendKey key,
    String id,
    SendState state,
    Reason reason,
    long version,
    int epoch,
    AttemptPhase phase,
    String owner,
    Reason stop,
    String client,
    String relay,
    String batch,
    EmailAddress from,
    String messageId,
    String digest,
    long size,
    boolean smtpUtf8,
    Instant createdAt,
    Instant updatedAt,
    Instant sendAt,
    Instant expiresAt,
    Instant retryAt,
    Instant lastEndOfDataAt,
    int probes,
    Instant erasedAt,
    List<Recipient> recipients,
    List<Merged> merged,
    List<Attempt> attempts,
    List<TimelineEntry> timeline,
    List<EvidenceEntry> evidence,
    List<Order> orders,
    Map<String, String> fingerprint,
    Map<String, String> metadata,
    Reference reference,
    boolean duplicateAllowed) {
  /** The cause of a timeline entry about a probe. */
  public static final String PROBE = "probe";

  /** Stands in the detail of such an entry for each source that failed to answer. */
  public static final String NOT_ASKED = "could not be asked";

  public Send {
    recipients = List.copyOf(recipients);
    merged = List.copyOf(merged);
    attempts = List.copyOf(attempts);
    timeline = List.copyOf(timeline);
    evidence = List.copyOf(evidence);
    orders = List.copyOf(orders);
    fingerprint = Map.copyOf(fingerprint);
    metadata = Map.copyOf(metadata);
  }

  /** The attempt with this number, when it was ever opened. */
  public Optional<Attempt> attempt(int number) {
    return number >= 1 && number <= attempts.size()
        ? Optional.of(attempts.get(number - 1))
        : Optional.empty();
  }

  /** When the send entered the state it is in; probes and attached evidence do not move it. */
  public Instant stateSince() {
    Instant since = updatedAt;
    for (int i = timeline.size() - 1; i >= 0 && timeline.get(i).state() == state; i--) {
      since = timeline.get(i).at();
    }
    return since;
  }

  /** Whether a source of evidence failed to answer when evidence was last looked for. */
  public boolean lastQuestionFailed() {
    for (int i = timeline.size() - 1; i >= 0; i--) {
      TimelineEntry entry = timeline.get(i);
      if (PROBE.equals(entry.cause())) {
        return entry.detail() != null && entry.detail().contains(NOT_ASKED);
      }
    }
    return false;
  }

  /**
   * One envelope recipient.
   *
   * @param address envelope form; after erasure its keyed hash
   * @param reply the last reply that concerned this recipient, or null
   * @param attempt number of the attempt that last carried it, or 0
   * @param decision what a person decided, or null
   * @param doubt an earlier uncertain attempt may still turn out to have been accepted
   * @param inTransaction latched in the newest attempt that reached end of data
   */
  public record Recipient(
      String address,
      RecipientField field,
      RecipientOutcome outcome,
      Reply reply,
      int attempt,
      Decision decision,
      boolean doubt,
      boolean inTransaction) {}

  /** Two spellings of one person, of which the first is in the envelope. */
  public record Merged(String address, RecipientField field, String into) {}

  /**
   * One SMTP transaction.
   *
   * @param token random, made inside the execution that owns it; says who may report
   * @param retired a person ordered a resend after it; its late non-acceptance changes nothing
   * @param outcome {@link Outcome#wire()}, or null while unknown
   * @param cause why, in words, or null
   * @param deadline after this the attempt may be settled without its owner
   * @param recipients indexes of those that were latched in its transaction; empty before end of
   *     data
   * @param baseline what evidence sources noted before the attempt, by source name
   */
  public record Attempt(
      int number,
      String token,
      AttemptPhase phase,
      boolean retired,
      String messageId,
      String node,
      Instant openedAt,
      Instant deadline,
      Instant endOfDataAt,
      String outcome,
      String cause,
      Reply reply,
      String queueId,
      List<Integer> recipients,
      Map<String, String> baseline) {
    public Attempt {
      recipients = List.copyOf(recipients);
      baseline = Map.copyOf(baseline);
    }
  }

  /** One transition; entry {@code version} stands at index {@code version - 1}. */
  public record TimelineEntry(
      long version,
      Instant at,
      SendState state,
      String cause,
      String actor,
      String note,
      int attempt,
      String detail) {}

  /**
   * One finding of one source.
   *
   * @param finding {@code accepted}, {@code not_accepted}, {@code delivered}, {@code delayed},
   *     {@code bounced}, {@code complained}, {@code late_reply}
   * @param contradicts it speaks against what the row says, shown and never hidden
   */
  public record EvidenceEntry(
      String id,
      int attempt,
      String source,
      String finding,
      Instant at,
      String detail,
      boolean contradicts) {}

  /** An order that was applied once, and the version it led to. */
  public record Order(String id, Decision decision, int epoch, long version) {}

  /** A unique number assigned to the send. */
  public record Reference(String category, String subCategory, Long value, String text) {}
}
