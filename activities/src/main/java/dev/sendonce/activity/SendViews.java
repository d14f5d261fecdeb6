package dev.sendonce.activity;

import dev.sendonce.send.Send;
import dev.sendonce.send.SendState;
import dev.sendonce.send.SendView;
import dev.sendonce.smtp.RelaySettings;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** Turns rows into what a workflow may know of them. Thread-safe. */
public final class SendViews {
  private static final Duration UNKNOWN_RELAY = Duration.ofHours(1);

  private final Clock clock;
  private final Map<String, RelaySettings> relays;
  private final ProbeSchedule probes;
  private final Duration resendGuard;
  private final DeliveryLimits limits;
  private final URI api;

  /**
   * @param relays by name
   * @param resendGuard as the ledger has it
   * @param api where people reach the REST API, without a slash at the end
   */
  public SendViews(
      Clock clock,
      Map<String, RelaySettings> relays,
      ProbeSchedule probes,
      Duration resendGuard,
      DeliveryLimits limits,
      URI api) {
    this.clock = clock;
    this.relays = Map.copyOf(relays);
    this.probes = probes;
    this.resendGuard = resendGuard;
    this.limits = limits;
    this.api = api;
  }

  /** The send, without an address, a subject or content. */
  public SendView of(Send send) {
    RelaySettings relay = relays.get(send.relay());
    Send.Attempt newest = send.attempt(send.epoch()).orElse(null);
    String segment = send.key().pathSegment();
    return new SendView(
        send.key().value(),
        send.state(),
        send.reason(),
        cause(send, newest),
        send.epoch(),
        send.version(),
        send.client(),
        send.batch(),
        send.relay(),
        send.recipients().size(),
        send.sendAt(),
        send.expiresAt(),
        send.retryAt(),
        send.phase(),
        send.state() == SendState.SMTP_INFLIGHT && newest != null ? newest.deadline() : null,
        send.lastEndOfDataAt(),
        send.probes(),
        probes.next(send),
        guardUntil(send),
        send.stateSince(),
        Story.of(send),
        api + "/v1/sends/" + segment,
        relay == null ? UNKNOWN_RELAY : limits.startToClose(relay),
        limits.heartbeatTimeout());
  }

  private Instant guardUntil(Send send) {
    return isUncertain(send) && send.lastEndOfDataAt() != null
        ? send.lastEndOfDataAt().plus(resendGuard)
        : null;
  }

  private String cause(Send send, Send.Attempt newest) {
    if (send.reason() != null) {
      return send.reason().wire();
    }
    if (isUncertain(send) && Story.wasAdopted(send)) {
      return "restored";
    }
    if (isUncertain(send) && newest != null) {
      if (newest.reply() != null) {
        return "undecided_reply";
      }
      return Story.wasSettled(send) ? "worker_lost" : "no_reply";
    }
    if (send.state() == SendState.PREPARED) {
      Instant now = clock.instant();
      if (send.sendAt() != null && now.isBefore(send.sendAt())) {
        return "schedule";
      }
      return send.retryAt() != null && now.isBefore(send.retryAt()) ? "retry" : null;
    }
    return null;
  }

  private static boolean isUncertain(Send send) {
    return send.state() == SendState.CONFIRMING || send.state() == SendState.UNCONFIRMED;
  }
}
