package dev.sendonce.activity;

import dev.sendonce.send.AttemptResult;
import dev.sendonce.send.SendView;
import io.temporal.activity.ActivityInterface;
import java.time.Instant;

/**
 * Short, idempotent transitions for the workflow; retried for ever. Each answers with the send as
 * it is afterwards.
 */
@ActivityInterface
public interface LedgerActivities {
  /** The send as it is. */
  SendView view(String key);

  /**
   * Turns the ledger's facts into an outcome after {@code deliver} failed or timed out.
   *
   * @param ownerPresumedDead false: only when the attempt's deadline has passed
   */
  SendView settle(String key, int attempt, boolean ownerPresumedDead);

  /** Records what {@code deliver} brought home itself. */
  SendView record(String key, int attempt, String token, AttemptResult result);

  /** Does the slow work after acceptance (Sent copy …) and completes the send. */
  SendView finish(String key);

  /** Gives up what is open once {@code expiresAt} has passed. */
  SendView expire(String key);

  /** All scheduled probes were made. */
  SendView exhaust(String key, int attempt);

  /** A person's decision, coming through Temporal. */
  OrderResult resolve(String key, ResolveOrder order, String orderId);

  /** A cancellation, coming through Temporal. */
  OrderResult cancel(String key, String actor, String note);

  /** A new time, coming through Temporal. */
  OrderResult reschedule(String key, Instant sendAt, String actor);

  /** A retry now, coming through Temporal. */
  OrderResult retryNow(String key, String actor);

  /**
   * Somebody asked Temporal to cancel the workflow: honoured like {@link #cancel} while the send is
   * {@code prepared}, otherwise noted in the timeline and ignored.
   */
  SendView cancellationRequested(String key);

  /** Writes a line into the timeline that changes nothing. */
  SendView note(String key, String cause, String detail);
}
