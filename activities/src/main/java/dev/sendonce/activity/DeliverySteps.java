package dev.sendonce.activity;

import dev.sendonce.ledger.Causes;
import dev.sendonce.ledger.Claim;
import dev.sendonce.ledger.Latch;
import dev.sendonce.ledger.Ledger;
import dev.sendonce.ledger.LedgerUnavailableException;
import dev.sendonce.send.AttemptResult;
import dev.sendonce.send.EmailAddress;
import dev.sendonce.send.FrozenMessage;
import dev.sendonce.send.HeldBy;
import dev.sendonce.send.Outcome;
import dev.sendonce.send.RcptReply;
import dev.sendonce.send.Redaction;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import dev.sendonce.send.SendState;
import dev.sendonce.send.SmtpPhase;
import dev.sendonce.smtp.BreakerState;
import dev.sendonce.smtp.EndOfDataLatch;
import dev.sendonce.smtp.Relay;
import dev.sendonce.smtp.Transmission;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The steps of one attempt, in the only order that is safe: everything that can fail first, then
 * the claim, then the relay, then the record. Knows nothing of Temporal. Thread-safe.
 */
final class DeliverySteps {
  private static final Logger LOG = LoggerFactory.getLogger(DeliverySteps.class);
  private static final Duration DAMAGED_PAUSE = Duration.ofMinutes(15);
  private static final Duration BREAKER_PAUSE = Duration.ofSeconds(30);
  private static final Duration CLOSING_PAUSE = Duration.ofSeconds(1);

  private final Ledger ledger;
  private final FrozenMessages messages;
  private final Map<String, Relay> relays;
  private final Baselines baselines;
  private final OutcomeRecorder recorder;
  private final SendViews views;
  private final RelayRetries retries;
  private final DeliveryLimits limits;
  private final Supplier<String> tokens;
  private final Clock clock;
  private final String node;

  /**
   * @param tokens a fresh unguessable value at each call: two executions must never share one
   */
  DeliverySteps(
      Ledger ledger,
      FrozenMessages messages,
      Map<String, Relay> relays,
      Baselines baselines,
      OutcomeRecorder recorder,
      SendViews views,
      RelayRetries retries,
      DeliveryLimits limits,
      Supplier<String> tokens,
      Clock clock,
      String node) {
    this.ledger = ledger;
    this.messages = messages;
    this.relays = Map.copyOf(relays);
    this.baselines = baselines;
    this.recorder = recorder;
    this.views = views;
    this.retries = retries;
    this.limits = limits;
    this.tokens = tokens;
    this.clock = clock;
    this.node = node;
  }

  /** Runs the attempt. Throws at most before the claim. */
  Delivery deliver(SendKey key, int attempt, LiveAttempt live) {
    try {
      Send send = ledger.find(key).orElse(null);
      if (send == null) {
        return new Delivery.Unclear("The ledger has no such send.");
      }
      if (!isDue(send, attempt)) {
        return new Delivery.NotClaimed(views.of(send));
      }
      Relay relay = relays.get(send.relay());
      if (relay == null) {
        return held(DAMAGED_PAUSE, "This node knows no relay " + send.relay() + ".", HeldBy.NODE);
      }
      BreakerState breaker = relay.admit();
      if (breaker.open()) {
        return held(breaker);
      }
      return claim(key, attempt, relay, messages.load(send), live);
    } catch (LedgerUnavailableException e) {
      LOG.warn("No claim for {}, attempt {}.", key, attempt, e);
      return new Delivery.Unclear("The ledger did not answer.");
    } catch (FrozenMessages.DamagedException e) {
      return damaged(key, e.getMessage());
    }
  }

  /** The answer while the node shuts down: somebody else may try at once. */
  Delivery closing() {
    return held(CLOSING_PAUSE, "The node is shutting down.", HeldBy.NODE);
  }

  private Delivery held(BreakerState breaker) {
    return breaker.until() == null
        ? held(BREAKER_PAUSE, Redaction.of(breaker.cause()), HeldBy.RELAY)
        : new Delivery.Held(breaker.until(), Redaction.of(breaker.cause()), HeldBy.RELAY);
  }

  /** People must see it in the timeline; once is enough, however often it is tried. */
  private Delivery damaged(SendKey key, String cause) {
    LOG.error("{} is held: {}", key, cause);
    try {
      boolean noted =
          ledger.find(key).stream()
              .flatMap(send -> send.timeline().stream())
              .anyMatch(entry -> Causes.MESSAGE_DAMAGED.equals(entry.cause()));
      if (!noted) {
        ledger.note(key, Causes.MESSAGE_DAMAGED, node, Redaction.of(cause));
      }
    } catch (LedgerUnavailableException e) {
      LOG.warn("The damage of {} is not noted yet.", key, e);
    }
    return held(DAMAGED_PAUSE, Redaction.of(cause), HeldBy.MESSAGE);
  }

  private Delivery held(Duration pause, String cause, HeldBy by) {
    return new Delivery.Held(clock.instant().plus(pause), cause, by);
  }

  private boolean isDue(Send send, int attempt) {
    Instant now = clock.instant();
    return send.state() == SendState.PREPARED
        && send.epoch() == attempt - 1
        && now.isBefore(send.expiresAt())
        && !isTooEarly(send, now);
  }

  private static boolean isTooEarly(Send send, Instant now) {
    return send.sendAt() != null && now.isBefore(send.sendAt());
  }

  private Delivery claim(
      SendKey key, int attempt, Relay relay, FrozenMessage message, LiveAttempt live) {
    Map<String, String> baseline = baselines.take(relay.name());
    String token = tokens.get();
    Instant deadline = clock.instant().plus(limits.attempt(relay.settings()));
    Claim claim = ledger.openAttempt(key, attempt, token, deadline, node, baseline);
    if (claim instanceof Claim.NotClaimed notClaimed) {
      return new Delivery.NotClaimed(views.of(notClaimed.send()));
    }
    if (claim instanceof Claim.Claimed claimed) {
      AttemptResult result = transmit(claimed.send(), attempt, token, relay, message, live);
      Instant retryAt = retries.after(claimed.send(), attempt, result.outcome());
      return recorder.record(key, attempt, token, result, retryAt, live.replyReadAt());
    }
    return new Delivery.Unclear(
        claim instanceof Claim.Unknown unknown ? unknown.cause() : "The ledger has no such send.");
  }

  /** Never throws: what is thrown after the claim could be run again by an operator. */
  private AttemptResult transmit(
      Send send, int attempt, String token, Relay relay, FrozenMessage message, LiveAttempt live) {
    try {
      List<Transmission.Recipient> recipients = sendable(send);
      if (recipients.isEmpty() || isTooEarly(send, clock.instant())) {
        return notTried("The send changed while it was claimed.");
      }
      return relay.transmit(
          new Transmission(send.id(), attempt, send.from(), recipients, message, send.smtpUtf8()),
          latch(send.key(), attempt, token, live),
          live.abortSwitch());
    } catch (RuntimeException e) {
      LOG.error("Relay {} threw in {}, attempt {}.", relay.name(), send.key(), attempt, e);
      String cause = "internal error: " + e.getClass().getSimpleName();
      return live.reachedEndOfData()
          ? new AttemptResult(new Outcome.Uncertain(cause, null), List.of())
          : notTried(cause);
    }
  }

  private EndOfDataLatch latch(SendKey key, int attempt, String token, LiveAttempt live) {
    return new EndOfDataLatch() {
      @Override
      public boolean endOfData(List<RcptReply> replies) {
        return live.enterEndOfData() && latch(key, attempt, token, replies);
      }

      @Override
      public void replyRead(long nanoTime) {
        live.replyRead(nanoTime);
      }
    };
  }

  private boolean latch(SendKey key, int attempt, String token, List<RcptReply> replies) {
    Latch latch = ledger.markEndOfData(key, attempt, token, replies);
    if (latch instanceof Latch.NotLatched not) {
      LOG.info("{}, attempt {}, stops before end of data: {}", key, attempt, not.cause());
    }
    return latch instanceof Latch.Latched;
  }

  /** Recipients come from the post-image of the claim and from nowhere else. */
  private static List<Transmission.Recipient> sendable(Send send) {
    return IntStream.range(0, send.recipients().size())
        .filter(i -> send.recipients().get(i).outcome().isSendable())
        .mapToObj(i -> recipient(i, send.recipients().get(i)))
        .toList();
  }

  private static Transmission.Recipient recipient(int index, Send.Recipient recipient) {
    return new Transmission.Recipient(index, EmailAddress.ofStored(recipient.address()));
  }

  private static AttemptResult notTried(String cause) {
    return new AttemptResult(new Outcome.NotAccepted(SmtpPhase.CONNECT, cause, null), List.of());
  }
}
