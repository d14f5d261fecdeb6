package dev.sendonce.ledger;

import dev.sendonce.send.AttemptResult;
import dev.sendonce.send.Decision;
import dev.sendonce.send.RcptReply;
import dev.sendonce.send.Reason;
import dev.sendonce.send.Reply;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The record of every send and the only authority on whether a send may touch the network.
 *
 * <p>Each transition is one guarded {@code findOneAndUpdate} on one document, with majority write
 * concern and journal; see DESIGN 4 and its twelve rules. A miss is answered with the current row.
 * An ambiguous answer is resolved by a majority re-read and the random token, never by guessing.
 * Where even that fails, {@link LedgerUnavailableException} is thrown, or for {@link #openAttempt}
 * and {@link #markEndOfData} a value that forbids network use is returned.
 *
 * <p>Thread-safe.
 */
@SuppressWarnings("DoNotCallSuggester")
public final class Ledger {
  // skeleton: every method is implemented by the ledger package

  /** Records an accepted send in state {@code prepared}. */
  public Preparation prepare(NewSend send) {
    throw new UnsupportedOperationException();
  }

  /** A majority read from the primary. */
  public Optional<Send> find(SendKey key) {
    throw new UnsupportedOperationException();
  }

  /**
   * Claims attempt {@code attempt} for the execution that made {@code token}. Applies only to a
   * prepared row without stop whose epoch is {@code attempt - 1}.
   *
   * @param token random, made inside this execution, never passed in from outside
   * @param deadline after which others may settle it
   * @param node for people
   * @param baseline notes of evidence sources, by name
   */
  public Claim openAttempt(
      SendKey key,
      int attempt,
      String token,
      Instant deadline,
      String node,
      Map<String, String> baseline) {
    throw new UnsupportedOperationException();
  }

  /** Records, before the first byte of the final dot, that end of data is about to be written. */
  public Latch markEndOfData(SendKey key, int attempt, String token, List<RcptReply> rcptReplies) {
    throw new UnsupportedOperationException();
  }

  /**
   * Records what the attempt proved. Welcome late, too: from {@code confirming} and {@code
   * unconfirmed}, and for a retired attempt, which is then noted and counted as DESIGN 4 rule 7
   * says.
   *
   * @param retryAt when a proven non-acceptance may be tried again
   */
  public Transition recordOutcome(
      SendKey key, int attempt, String token, AttemptResult result, Instant retryAt) {
    throw new UnsupportedOperationException();
  }

  /**
   * Ends an attempt whose owner does not report. {@code opened}: the owner is fenced off, and the
   * send is prepared again with {@code retryAt}; {@code end_of_data}: confirming.
   *
   * @param ownerPresumedDead settle even before the attempt's deadline; safe, because the fence
   *     turns a zombie away, but it costs a living owner its attempt
   */
  public Transition settle(
      SendKey key, int attempt, boolean ownerPresumedDead, Instant retryAt, String cause) {
    throw new UnsupportedOperationException();
  }

  /** From {@code smtp_accepted} to {@code sent}: the slow work is done. */
  public Transition complete(SendKey key, String detail) {
    throw new UnsupportedOperationException();
  }

  /**
   * Evidence bound to the newest attempt (rule 8): positive closes the named recipients as
   * accepted, negative proof defers those without doubt.
   *
   * @param finding {@code accepted} or {@code not_accepted}
   * @param recipients indexes; only those uncertain are changed
   */
  public Transition addEvidence(
      SendKey key,
      int attempt,
      Collection<Integer> recipients,
      Send.EvidenceEntry finding,
      Instant retryAt) {
    throw new UnsupportedOperationException();
  }

  /** Attaches evidence in any state without changing it; marks a contradiction when it is one. */
  public Transition attachEvidence(SendKey key, Send.EvidenceEntry finding) {
    throw new UnsupportedOperationException();
  }

  /** Notes one probe in the timeline; a scheduled one also counts. */
  public Transition noteProbe(SendKey key, int attempt, boolean scheduled, String detail) {
    throw new UnsupportedOperationException();
  }

  /** From {@code confirming} to {@code unconfirmed}: verification has nothing more to ask. */
  public Transition exhaust(SendKey key, int attempt) {
    throw new UnsupportedOperationException();
  }

  /**
   * Applies a person's decision once (rules 5, 6, 10 and the guard).
   *
   * @param orderId the idempotency key of the order
   * @param epoch what the person looked at
   */
  public Transition resolve(
      SendKey key, int epoch, String orderId, Decision decision, String actor, String note) {
    throw new UnsupportedOperationException();
  }

  /** Cancels what was not latched yet; {@code TOO_LATE} when nothing can be held back any more. */
  public Transition cancel(SendKey key, String actor, String note) {
    throw new UnsupportedOperationException();
  }

  /** Gives up what is still open because {@code expiresAt} has passed or it was suppressed. */
  public Transition giveUp(SendKey key, Reason reason, String cause) {
    throw new UnsupportedOperationException();
  }

  /** Changes when a prepared send goes; moves {@code expiresAt} along. */
  public Transition reschedule(SendKey key, Instant sendAt, String actor) {
    throw new UnsupportedOperationException();
  }

  /** Makes a proven non-acceptance due now. */
  public Transition retryNow(SendKey key, String actor) {
    throw new UnsupportedOperationException();
  }

  /** A line in the timeline that changes nothing else (cancellation from Temporal ignored …). */
  public Transition note(SendKey key, String cause, String actor, String detail) {
    throw new UnsupportedOperationException();
  }

  /**
   * Erases content and addresses of a terminal send; keeps key, states, times and keyed digests.
   */
  public Transition erase(SendKey key, String actor) {
    throw new UnsupportedOperationException();
  }

  /** After a restore from a backup (rule 12): unconfirmed, doubted, new token, guard from now. */
  public Transition adoptRestored(SendKey key, String actor) {
    throw new UnsupportedOperationException();
  }

  /** How long after end of data a resend or not_sent by a person is refused. */
  public Duration resendGuard() {
    throw new UnsupportedOperationException();
  }

  /** The reply of a late report, for people. */
  static String describe(Reply reply) {
    return reply == null ? "no reply" : reply.toString();
  }
}
