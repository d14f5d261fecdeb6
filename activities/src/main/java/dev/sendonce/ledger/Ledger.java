package dev.sendonce.ledger;

import dev.sendonce.send.AttemptResult;
import dev.sendonce.send.Decision;
import dev.sendonce.send.RcptReply;
import dev.sendonce.send.Reason;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import java.time.Clock;
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
 * concern and journal; see DESIGN 4 and its twelve rules, and {@code deploy/docs/safety.md} for
 * what each guard is for. A miss is answered with the current row. An ambiguous answer is resolved
 * by a majority re-read and a random token, never by guessing. Where even that fails, {@link
 * LedgerUnavailableException} is thrown, or for {@link #openAttempt} and {@link #markEndOfData} a
 * value that forbids network use is returned.
 *
 * <p>Thread-safe.
 */
public final class Ledger {
  private final SendStore store;
  private final Patience patience;
  private final Duration resendGuard;
  private final Preparing preparing;
  private final Opening opening;
  private final Latching latching;
  private final Recording recording;
  private final Settling settling;
  private final Findings findings;
  private final Resolving resolving;
  private final Stopping stopping;
  private final Scheduling scheduling;
  private final Progress progress;
  private final Erasing erasing;
  private final Adopting adopting;

  public Ledger(SendStore store, ActiveSends active, Clock clock, LedgerSettings settings) {
    this(store, active, clock, settings, Patience.DEFAULT, Guards.ALL);
  }

  /** For tests: less patience, or some guard taken away to show what it is for. */
  Ledger(
      SendStore store,
      ActiveSends active,
      Clock clock,
      LedgerSettings settings,
      Patience patience,
      Guards guards) {
    this.store = store;
    this.patience = patience;
    this.resendGuard = settings.resendGuard();
    Rewrite rewrite = new Rewrite(store, active, clock, guards, patience);
    this.preparing = new Preparing(store, active, clock, patience, settings.samePerson());
    this.opening = new Opening(store, clock, guards, patience);
    this.latching = new Latching(store, clock, guards, patience);
    this.recording = new Recording(store, rewrite, clock, guards);
    this.settling = new Settling(store, rewrite, clock, guards, patience);
    this.findings = new Findings(rewrite, guards);
    this.resolving = new Resolving(rewrite, guards, settings.resendGuard());
    this.stopping = new Stopping(rewrite, guards);
    this.scheduling = new Scheduling(rewrite);
    this.progress = new Progress(rewrite);
    this.erasing = new Erasing(rewrite, settings.erasure(), settings.samePerson());
    this.adopting = new Adopting(rewrite);
  }

  /**
   * Records an accepted send in the state that its recipients give it, usually {@code prepared}.
   *
   * @throws LedgerUnavailableException when nothing is certain; the same call with the same id may
   *     be repeated
   */
  public Preparation prepare(NewSend send) {
    return preparing.prepare(send);
  }

  /**
   * A majority read from the primary.
   *
   * @throws LedgerUnavailableException when it is not answered
   */
  public Optional<Send> find(SendKey key) {
    Patience.Waiting waiting = patience.start();
    UnansweredException cause;
    do {
      try {
        return store.find(key.value()).map(SendCodec::decode);
      } catch (UnansweredException e) {
        cause = e;
      }
    } while (waiting.again());
    throw new LedgerUnavailableException("The ledger did not answer for " + key + ".", cause);
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
    return opening.open(key, attempt, token, deadline, node, baseline);
  }

  /**
   * Records, before the first byte of the final dot, that end of data is about to be written. Every
   * answer but {@link Latch.Latched}, and every exception, means: abort the socket.
   */
  public Latch markEndOfData(SendKey key, int attempt, String token, List<RcptReply> rcptReplies) {
    return latching.mark(key, attempt, token, rcptReplies);
  }

  /**
   * Records what the attempt proved. Welcome late, too: from {@code confirming} and {@code
   * unconfirmed}; and for a retired attempt or after the send moved on, when it is kept with the
   * attempt and shown as evidence, and a 2yz reply still counts as acceptance of those who are open
   * (DESIGN 4, rule 7). Repeating a report changes nothing.
   *
   * @param retryAt when a proven non-acceptance may be tried again
   */
  public Transition recordOutcome(
      SendKey key, int attempt, String token, AttemptResult result, Instant retryAt) {
    return recording.record(key, attempt, token, result, retryAt);
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
    return settling.settle(key, attempt, ownerPresumedDead, retryAt, cause);
  }

  /** From {@code smtp_accepted} to {@code sent}: the slow work is done. */
  public Transition complete(SendKey key, String detail) {
    return progress.complete(key, detail);
  }

  /**
   * Evidence while the outcome is open (rules 8 and 9): {@code accepted} closes the named
   * recipients that were latched in {@code attempt}; {@code not_accepted}, only about the newest
   * attempt, defers those without doubt. Missed when it decides nothing; {@link #attachEvidence}
   * then shows it.
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
    return findings.add(key, attempt, recipients, finding, retryAt);
  }

  /** Attaches evidence in any state without changing it; marks a contradiction when it is one. */
  public Transition attachEvidence(SendKey key, Send.EvidenceEntry finding) {
    return findings.attach(key, finding);
  }

  /** Notes one probe in the timeline; a scheduled one also counts. */
  public Transition noteProbe(SendKey key, int attempt, boolean scheduled, String detail) {
    return progress.probe(key, attempt, scheduled, detail);
  }

  /** From {@code confirming} to {@code unconfirmed}: verification has nothing more to ask. */
  public Transition exhaust(SendKey key, int attempt) {
    return progress.exhaust(key, attempt);
  }

  /**
   * Applies a person's decision once (rules 5, 6, 10 and the guard). Refused as {@code
   * ALREADY_FINAL}, {@code STALE_EPOCH}, {@code WRONG_STATE} or {@code TOO_EARLY}, in this order. A
   * resend begins the time to expire anew.
   *
   * @param orderId the idempotency key of the order; known ones are answered from the row
   * @param epoch what the person looked at
   */
  public Transition resolve(
      SendKey key, int epoch, String orderId, Decision decision, String actor, String note) {
    return resolving.resolve(key, epoch, orderId, decision, actor, note);
  }

  /**
   * Cancels what was not latched yet; {@code TOO_LATE} when an attempt may have been, and then
   * changes nothing. Applied, too, when it was cancelled before. A doubted send answers with {@code
   * confirming}: no further attempt, but an earlier one is still uncertain.
   */
  public Transition cancel(SendKey key, String actor, String note) {
    return stopping.cancel(key, actor, note);
  }

  /**
   * Gives up what is still open in a prepared send, because it was suppressed or, checked here,
   * because {@code expiresAt} has passed.
   */
  public Transition giveUp(SendKey key, Reason reason, String cause) {
    return stopping.giveUp(key, reason, cause);
  }

  /** Changes when a prepared send goes; moves {@code expiresAt} along. */
  public Transition reschedule(SendKey key, Instant sendAt, String actor) {
    return scheduling.reschedule(key, sendAt, actor);
  }

  /** Makes a proven non-acceptance due now. */
  public Transition retryNow(SendKey key, String actor) {
    return scheduling.retryNow(key, actor);
  }

  /** A line in the timeline that changes nothing else (cancellation from Temporal ignored …). */
  public Transition note(SendKey key, String cause, String actor, String detail) {
    return progress.note(key, cause, actor, detail);
  }

  /**
   * Erases content and addresses of a terminal send; keeps key, states, times and keyed digests.
   * The frozen message is deleted with {@link Messages#delete}.
   */
  public Transition erase(SendKey key, String actor) {
    return erasing.erase(key, actor);
  }

  /** After a restore from a backup (rule 12): unconfirmed, doubted, new token, guard from now. */
  public Transition adoptRestored(SendKey key, String actor) {
    return adopting.adopt(key, actor);
  }

  /**
   * The fields in which a request differs from the one that the key stands for, in alphabetical
   * order; works on an erased send, too.
   */
  public List<String> differingFields(Send stored, Map<String, String> requestedFingerprint) {
    return erasing.differingFields(stored, requestedFingerprint);
  }

  /** How long after end of data a resend or not_sent by a person is refused. */
  public Duration resendGuard() {
    return resendGuard;
  }
}
