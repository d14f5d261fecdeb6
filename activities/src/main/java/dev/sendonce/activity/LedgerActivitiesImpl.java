package dev.sendonce.activity;

import dev.sendonce.ledger.Ledger;
import dev.sendonce.ledger.Transition;
import dev.sendonce.send.AttemptResult;
import dev.sendonce.send.Reason;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import dev.sendonce.send.SendState;
import dev.sendonce.send.SendView;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ledger's transitions as activities. An unreachable ledger is an exception, and Temporal tries
 * again for ever; every other answer is a value.
 */
final class LedgerActivitiesImpl implements LedgerActivities {
  private static final Logger LOG = LoggerFactory.getLogger(LedgerActivitiesImpl.class);
  private static final String TEMPORAL = "temporal";

  private final Ledger ledger;
  private final SendViews views;
  private final OrderAnswers answers;
  private final RelayRetries retries;
  private final SlowWork slowWork;
  private final Pulse pulse;
  private final Clock clock;

  LedgerActivitiesImpl(
      Ledger ledger,
      SendViews views,
      RelayRetries retries,
      SlowWork slowWork,
      Pulse pulse,
      Clock clock) {
    this.ledger = ledger;
    this.views = views;
    this.answers = new OrderAnswers(views);
    this.retries = retries;
    this.slowWork = slowWork;
    this.pulse = pulse;
    this.clock = clock;
  }

  @Override
  public SendView view(String key) {
    return views.of(find(key));
  }

  @Override
  public SendView settle(String key, int attempt, boolean ownerPresumedDead) {
    Instant retryAt = retries.after(find(key), attempt);
    String cause =
        ownerPresumedDead
            ? "the worker did not report an outcome"
            : "the attempt's deadline passed without an outcome";
    return view(ledger.settle(new SendKey(key), attempt, ownerPresumedDead, retryAt, cause));
  }

  @Override
  public SendView record(String key, int attempt, String token, AttemptResult result) {
    Instant retryAt = retries.after(find(key), attempt, result.outcome());
    return view(ledger.recordOutcome(new SendKey(key), attempt, token, result, retryAt));
  }

  @Override
  public SendView finish(String key) {
    Send send = find(key);
    if (send.state() != SendState.SMTP_ACCEPTED) {
      return views.of(send);
    }
    return view(ledger.complete(send.key(), slowWork(send).orElse(null)));
  }

  /** Whatever goes wrong here, the relay has the message: the send is completed all the same. */
  private Optional<String> slowWork(Send send) {
    try {
      return pulse.during(() -> slowWork.afterAcceptance(send));
    } catch (RuntimeException e) {
      LOG.warn("The work after acceptance of {} failed.", send.key(), e);
      return Optional.of("the work after acceptance failed: " + e.getClass().getSimpleName());
    }
  }

  @Override
  public SendView expire(String key) {
    Send send = find(key);
    if (clock.instant().isBefore(send.expiresAt())) {
      return views.of(send);
    }
    return view(ledger.giveUp(send.key(), Reason.EXPIRED, "expireAfter has passed"));
  }

  @Override
  public SendView exhaust(String key, int attempt) {
    return view(ledger.exhaust(new SendKey(key), attempt));
  }

  @Override
  public OrderResult resolve(String key, ResolveOrder order, String orderId) {
    return answers.of(
        ledger.resolve(
            new SendKey(key),
            order.epoch(),
            orderId,
            order.decision(),
            order.actor(),
            order.note()),
        view ->
            "Recorded: " + order.decision().wire() + ". The send is " + view.state().wire() + ".");
  }

  @Override
  public OrderResult cancel(String key, String actor, String note) {
    return answers.of(
        ledger.cancel(new SendKey(key), actor, note),
        view ->
            view.state() == SendState.NOT_SENT
                ? "Cancelled: it will never be sent."
                : "No further attempt will be made; the send is " + view.state().wire() + ".");
  }

  @Override
  public OrderResult reschedule(String key, Instant sendAt, String actor) {
    return answers.of(
        ledger.reschedule(new SendKey(key), sendAt, actor),
        view -> "It goes at " + view.sendAt() + ".");
  }

  @Override
  public OrderResult retryNow(String key, String actor) {
    return answers.of(ledger.retryNow(new SendKey(key), actor), view -> "It is tried again now.");
  }

  @Override
  public SendView cancellationRequested(String key) {
    Send send = find(key);
    if (send.state() == SendState.PREPARED) {
      Transition cancelled =
          ledger.cancel(send.key(), TEMPORAL, "cancellation requested in Temporal");
      if (cancelled instanceof Transition.Applied) {
        return view(cancelled);
      }
    }
    return note(
        key,
        "cancellation_ignored",
        "Cancellation was requested in Temporal; it is honoured only while a send is prepared.");
  }

  @Override
  public SendView note(String key, String cause, String detail) {
    return view(ledger.note(new SendKey(key), cause, TEMPORAL, detail));
  }

  private Send find(String key) {
    return ledger.find(new SendKey(key)).orElseThrow(NoSuchSend::failure);
  }

  private SendView view(Transition transition) {
    return views.of(Rows.of(transition).orElseThrow(NoSuchSend::failure));
  }
}
