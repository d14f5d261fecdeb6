package dev.sendonce.workflow;

import dev.sendonce.activity.Delivery;
import dev.sendonce.activity.DeliveryActivities;
import dev.sendonce.activity.LedgerActivities;
import dev.sendonce.activity.OrderResult;
import dev.sendonce.activity.ResolveOrder;
import dev.sendonce.activity.VerificationActivities;
import dev.sendonce.send.AttemptResult;
import dev.sendonce.send.Decision;
import dev.sendonce.send.HeldBy;
import dev.sendonce.send.Reason;
import dev.sendonce.send.SendState;
import dev.sendonce.send.SendView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A ledger row of one send as the activities show it, with a scripted relay. It keeps what was
 * called, with the (skipped) time since the start.
 */
final class FakeRow implements LedgerActivities, VerificationActivities, DeliveryActivities {
  private static final List<Duration> PROBES =
      List.of(Duration.ofSeconds(20), Duration.ofMinutes(1), Duration.ofMinutes(5));

  private final Supplier<Instant> clock;
  private final Instant start;
  private final ViewBuilder row;
  private final List<String> calls = new ArrayList<>();
  private final Deque<Function<FakeRow, Delivery>> deliveries = new ArrayDeque<>();
  private final Deque<Function<FakeRow, SendView>> probes = new ArrayDeque<>();
  private final Deque<Function<FakeRow, SendView>> finishes = new ArrayDeque<>();
  private final List<String> orderIds = new ArrayList<>();
  private int outages;

  FakeRow(String key, Supplier<Instant> clock) {
    this.clock = clock;
    this.start = clock.get();
    this.row = new ViewBuilder(key, start);
  }

  Instant now() {
    return clock.get();
  }

  Instant start() {
    return start;
  }

  ViewBuilder row() {
    return row;
  }

  synchronized FakeRow nextDelivery(Function<FakeRow, Delivery> delivery) {
    deliveries.add(delivery);
    return this;
  }

  synchronized FakeRow nextProbe(Function<FakeRow, SendView> probe) {
    probes.add(probe);
    return this;
  }

  synchronized FakeRow nextFinish(Function<FakeRow, SendView> finish) {
    finishes.add(finish);
    return this;
  }

  /** The next calls of the ledger fail. */
  synchronized void beDownFor(int failures) {
    outages = failures;
  }

  synchronized List<String> calls() {
    return List.copyOf(calls);
  }

  synchronized long count(String prefix) {
    return calls.stream().filter(call -> call.startsWith(prefix)).count();
  }

  private synchronized void call(String what) {
    calls.add(what);
    if (outages > 0 && !what.startsWith("deliver")) {
      outages--;
      throw new IllegalStateException("the ledger is down");
    }
  }

  Delivery accepted() {
    row.state(SendState.SENT, now());
    return new Delivery.Recorded(row.build());
  }

  Delivery refused() {
    row.state(SendState.NOT_SENT, now()).reason(Reason.REJECTED);
    return new Delivery.Recorded(row.build());
  }

  Delivery deferred(Duration backoff) {
    row.state(SendState.PREPARED, now()).retryAt(now().plus(backoff));
    return new Delivery.Recorded(row.build());
  }

  /** The breaker is open, and the attempt is not counted. */
  Delivery held() {
    return heldBy(HeldBy.RELAY);
  }

  /** Something is in the way, and the attempt is not counted. */
  Delivery heldBy(HeldBy by) {
    row.epoch(row.build().epoch() - 1);
    return new Delivery.Held(now().plus(Duration.ofMinutes(10)), "connection refused", by);
  }

  /** Somebody owns an attempt. */
  SendView inflight(Duration deadline) {
    row.state(SendState.SMTP_INFLIGHT, now()).deadline(now().plus(deadline));
    return row.build();
  }

  /** Nothing was claimed and nothing has changed. */
  SendView unclaimed() {
    row.epoch(row.build().epoch() - 1);
    return row.build();
  }

  /** Changes the row from outside, as the REST API does. */
  synchronized void change(Consumer<ViewBuilder> change) {
    change.accept(row);
  }

  Delivery uncertain() {
    row.state(SendState.CONFIRMING, now())
        .endOfDataAt(now())
        .cause("no_reply")
        .probe(0, now().plus(PROBES.get(0)));
    return new Delivery.Recorded(row.build());
  }

  @Override
  public Delivery deliver(String key, int attempt) {
    return claim(attempt).apply(this);
  }

  private synchronized Function<FakeRow, Delivery> claim(int attempt) {
    call("deliver " + attempt);
    if (row.build().state() != SendState.PREPARED) {
      return me -> new Delivery.NotClaimed(row.build());
    }
    row.epoch(attempt);
    return deliveries.remove();
  }

  @Override
  public SendView verify(String key, int attempt, boolean scheduled) {
    return probe(attempt, scheduled).apply(this);
  }

  private synchronized Function<FakeRow, SendView> probe(int attempt, boolean scheduled) {
    call("verify " + attempt + " " + scheduled + " +" + Duration.between(start, now()).toSeconds());
    return probes.isEmpty() ? me -> me.nothingFound(scheduled) : probes.remove();
  }

  private synchronized SendView nothingFound(boolean scheduled) {
    if (scheduled) {
      int made = row.build().probes() + 1;
      Instant endOfData = row.build().endOfDataAt();
      row.probe(made, made < PROBES.size() ? endOfData.plus(PROBES.get(made)) : null);
    } else {
      row.newVersion();
    }
    return row.build();
  }

  @Override
  public synchronized SendView view(String key) {
    call("view");
    return row.build();
  }

  @Override
  public synchronized SendView settle(String key, int attempt, boolean ownerPresumedDead) {
    call("settle " + attempt + " " + ownerPresumedDead);
    if (row.build().state() == SendState.SMTP_INFLIGHT) {
      uncertain();
    }
    return row.build();
  }

  @Override
  public synchronized SendView record(String key, int attempt, String token, AttemptResult result) {
    call("record " + attempt + " " + result.outcome().wire());
    row.state(SendState.SENT, now());
    return row.build();
  }

  @Override
  public SendView finish(String key) {
    return finishing().apply(this);
  }

  private synchronized Function<FakeRow, SendView> finishing() {
    call("finish");
    return finishes.isEmpty()
        ? me -> me.row().state(SendState.SENT, now()).build()
        : finishes.remove();
  }

  @Override
  public synchronized SendView expire(String key) {
    call("expire");
    row.state(SendState.NOT_SENT, now()).reason(Reason.EXPIRED);
    return row.build();
  }

  @Override
  public synchronized SendView exhaust(String key, int attempt) {
    call("exhaust " + attempt);
    row.state(SendState.UNCONFIRMED, now());
    return row.build();
  }

  @Override
  public synchronized OrderResult resolve(String key, ResolveOrder order, String orderId) {
    call("resolve " + order.decision().wire());
    if (orderIds.contains(orderId)) {
      return new OrderResult(true, "known order", row.build());
    }
    if (order.epoch() != row.build().epoch()) {
      return new OrderResult(false, "stale-epoch", row.build());
    }
    orderIds.add(orderId);
    if (order.decision() == Decision.RESEND) {
      row.state(SendState.PREPARED, now()).retryAt(null);
    } else {
      boolean sent = order.decision() == Decision.SENT;
      row.state(sent ? SendState.SMTP_ACCEPTED : SendState.NOT_SENT, now());
    }
    return new OrderResult(true, "done", row.build());
  }

  @Override
  public synchronized OrderResult cancel(String key, String actor, String note) {
    call("cancel " + actor);
    row.state(SendState.NOT_SENT, now()).reason(Reason.CANCELLED);
    return new OrderResult(true, "cancelled", row.build());
  }

  @Override
  public synchronized OrderResult reschedule(String key, Instant sendAt, String actor) {
    call("reschedule");
    row.sendAt(sendAt).expiresAt(sendAt.plus(Duration.ofHours(24))).newVersion();
    return new OrderResult(true, "rescheduled", row.build());
  }

  @Override
  public synchronized OrderResult retryNow(String key, String actor) {
    call("retryNow");
    row.retryAt(null).newVersion();
    return new OrderResult(true, "now", row.build());
  }

  @Override
  public synchronized SendView cancellationRequested(String key) {
    call("cancellationRequested");
    if (row.build().state() == SendState.PREPARED) {
      row.state(SendState.NOT_SENT, now()).reason(Reason.CANCELLED);
    } else {
      row.newVersion();
    }
    return row.build();
  }

  @Override
  public synchronized SendView note(String key, String cause, String detail) {
    call("note " + cause);
    row.newVersion();
    return row.build();
  }
}
