package dev.sendonce.api.send;

import dev.sendonce.api.engine.Engine;
import dev.sendonce.ledger.Causes;
import dev.sendonce.send.RecipientOutcome;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendState;
import dev.sendonce.send.WaitingFor;
import dev.sendonce.send.WaitingFor.What;
import dev.sendonce.smtp.BreakerState;
import dev.sendonce.smtp.Relay;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Tells why a send has not gone further yet. Derived on reading from the row, the engine and the
 * breakers of this node; nothing of it is stored. Thread-safe.
 */
public final class WaitingForView {
  private static final Duration PICKED_UP_WITHIN = Duration.ofSeconds(2);

  private final Engine engine;
  private final Map<String, Relay> relays;
  private final List<Duration> probes;
  private final Clock clock;

  /**
   * A view.
   *
   * @param probes times after end of data at which verification looks for evidence
   */
  public WaitingForView(
      Engine engine, Map<String, Relay> relays, List<Duration> probes, Clock clock) {
    this.engine = engine;
    this.relays = Map.copyOf(relays);
    this.probes = List.copyOf(probes);
    this.clock = clock;
  }

  /** What the send waits for, or null when it is finished or moving. */
  public WaitingFor of(Send send) {
    return switch (send.state()) {
      case PREPARED -> prepared(send, clock.instant());
      case CONFIRMING -> confirming(send, clock.instant());
      case UNCONFIRMED -> new WaitingFor(What.DECISION, null, undecided(send) + others(send));
      case SMTP_ACCEPTED -> engine.reachable() ? null : engineAway();
      case SMTP_INFLIGHT, SENT, NOT_SENT -> null;
    };
  }

  private WaitingFor confirming(Send send, Instant now) {
    Instant next = nextProbe(send);
    if (!engine.reachable() && (next == null || next.isBefore(now))) {
      return engineAway();
    }
    return new WaitingFor(
        What.EVIDENCE,
        next,
        "The relay may have taken the message; evidence is being looked for." + others(send));
  }

  private static String undecided(Send send) {
    return send.lastQuestionFailed()
        ? "Evidence could not be asked for; order a verification, or a person decides by a"
            + " resolution."
        : "No evidence was found; a person decides by a resolution.";
  }

  /** Who is certain, and waits all the same: a send makes one attempt at a time. */
  private static String others(Send send) {
    long waiting =
        send.recipients().stream()
            .filter(
                r ->
                    r.outcome() == RecipientOutcome.DEFERRED
                        || r.outcome() == RecipientOutcome.PENDING)
            .count();
    return waiting == 0 ? "" : " " + waiting + " other recipient(s) are tried again after that.";
  }

  private static WaitingFor engineAway() {
    return new WaitingFor(What.ENGINE, null, "Temporal cannot be reached from this node.");
  }

  private WaitingFor prepared(Send send, Instant now) {
    if (send.sendAt() != null && send.sendAt().isAfter(now)) {
      return new WaitingFor(What.SCHEDULE, send.sendAt(), null);
    }
    Relay relay = relays.get(send.relay());
    if (relay == null) {
      return new WaitingFor(
          What.RELAY, null, "The relay '" + send.relay() + "' is not in the configuration.");
    }
    BreakerState breaker = relay.breaker();
    if (breaker.open()) {
      return new WaitingFor(What.RELAY, breaker.until(), breaker.cause());
    }
    if (send.retryAt() != null && send.retryAt().isAfter(now)) {
      return new WaitingFor(What.RETRY, send.retryAt(), lastProblem(send));
    }
    if (!engine.reachable()) {
      return engineAway();
    }
    return due(send, relay, now);
  }

  private WaitingFor due(Send send, Relay relay, Instant now) {
    if (send.timeline().stream().anyMatch(e -> Causes.MESSAGE_DAMAGED.equals(e.cause()))) {
      return new WaitingFor(
          What.WORKER,
          null,
          "The frozen message is missing or damaged, so nothing can be sent: restore it, or cancel;"
              + " the timeline tells more.");
    }
    boolean overdue = send.updatedAt().plus(PICKED_UP_WITHIN).isBefore(now);
    double rate = relay.settings().messagesPerSecond();
    if (overdue && rate > 0 && engine.hasWorkers(send.relay())) {
      return new WaitingFor(
          What.RATE, null, "The relay is limited to " + rate + " messages per second.");
    }
    return new WaitingFor(
        What.WORKER,
        null,
        overdue ? "No worker of the relay has picked it up yet; are they running and free?" : null);
  }

  private static String lastProblem(Send send) {
    Optional<String> deferred =
        send.recipients().stream()
            .filter(r -> r.outcome() == RecipientOutcome.DEFERRED && r.reply() != null)
            .map(r -> r.reply().toString())
            .findFirst();
    return deferred.or(() -> send.attempt(send.epoch()).map(WaitingForView::describe)).orElse(null);
  }

  private static String describe(Send.Attempt attempt) {
    return attempt.reply() == null ? attempt.cause() : attempt.reply().toString();
  }

  private Instant nextProbe(Send send) {
    boolean more = send.state() == SendState.CONFIRMING && send.probes() < probes.size();
    return more && send.lastEndOfDataAt() != null
        ? send.lastEndOfDataAt().plus(probes.get(send.probes()))
        : null;
  }
}
