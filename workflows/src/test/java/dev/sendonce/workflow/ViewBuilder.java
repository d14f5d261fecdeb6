package dev.sendonce.workflow;

import dev.sendonce.send.AttemptPhase;
import dev.sendonce.send.Reason;
import dev.sendonce.send.SendState;
import dev.sendonce.send.SendView;
import java.time.Duration;
import java.time.Instant;

/** Makes views for tests; each change is a new version. */
final class ViewBuilder {
  private final String key;
  private SendState state = SendState.PREPARED;
  private Reason reason;
  private String cause;
  private int epoch;
  private long version = 1;
  private Instant sendAt;
  private Instant expiresAt;
  private Instant retryAt;
  private Instant deadline;
  private Instant endOfDataAt;
  private int probes;
  private Instant nextProbeAt;
  private Instant since;
  private Duration deliveryTimeout = Duration.ofMinutes(30);
  private Duration heartbeatTimeout = Duration.ofSeconds(30);

  ViewBuilder(String key, Instant now) {
    this.key = key;
    this.since = now;
    this.sendAt = now;
    this.expiresAt = now.plus(Duration.ofHours(24));
  }

  ViewBuilder state(SendState to, Instant now) {
    state = to;
    since = now;
    version++;
    return this;
  }

  ViewBuilder reason(Reason to) {
    reason = to;
    cause = to.wire();
    return this;
  }

  ViewBuilder cause(String to) {
    cause = to;
    return this;
  }

  ViewBuilder epoch(int to) {
    epoch = to;
    return this;
  }

  ViewBuilder newVersion() {
    version++;
    return this;
  }

  ViewBuilder sendAt(Instant to) {
    sendAt = to;
    return this;
  }

  ViewBuilder expiresAt(Instant to) {
    expiresAt = to;
    return this;
  }

  ViewBuilder retryAt(Instant to) {
    retryAt = to;
    return this;
  }

  ViewBuilder deadline(Instant to) {
    deadline = to;
    return this;
  }

  ViewBuilder endOfDataAt(Instant to) {
    endOfDataAt = to;
    return this;
  }

  ViewBuilder probe(int made, Instant next) {
    probes = made;
    nextProbeAt = next;
    version++;
    return this;
  }

  ViewBuilder deliveryTimeout(Duration to) {
    deliveryTimeout = to;
    return this;
  }

  ViewBuilder heartbeatTimeout(Duration to) {
    heartbeatTimeout = to;
    return this;
  }

  SendView build() {
    return new SendView(
        key,
        state,
        reason,
        cause,
        epoch,
        version,
        "tests",
        null,
        "default",
        1,
        sendAt,
        expiresAt,
        retryAt,
        state == SendState.SMTP_INFLIGHT ? AttemptPhase.OPENED : null,
        deadline,
        endOfDataAt,
        probes,
        nextProbeAt,
        null,
        since,
        "story of version " + version,
        "http://api/v1/sends/" + key,
        deliveryTimeout,
        heartbeatTimeout);
  }
}
