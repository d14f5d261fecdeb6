package dev.sendonce.activity;

import dev.sendonce.send.AttemptResult;
import dev.sendonce.send.Outcome;
import dev.sendonce.send.RcptReply;
import dev.sendonce.send.RcptReply.Verdict;
import dev.sendonce.send.Reply;
import dev.sendonce.send.SmtpPhase;
import dev.sendonce.smtp.AbortSwitch;
import dev.sendonce.smtp.BreakerState;
import dev.sendonce.smtp.EndOfDataLatch;
import dev.sendonce.smtp.Relay;
import dev.sendonce.smtp.RelaySettings;
import dev.sendonce.smtp.Transmission;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A relay that answers as told, and counts the bodies it was given to the end. */
public final class TestRelay implements Relay {
  private final Queue<Script> scripts = new ConcurrentLinkedQueue<>();
  private final AtomicInteger bodies = new AtomicInteger();
  private final AtomicInteger transactions = new AtomicInteger();
  private volatile BreakerState breaker = BreakerState.CLOSED;

  /** One transaction. */
  @FunctionalInterface
  public interface Script {
    AttemptResult run(Transmission transmission, EndOfDataLatch latch, AbortSwitch abort);
  }

  public TestRelay then(Script script) {
    scripts.add(script);
    return this;
  }

  void forgetScripts() {
    scripts.clear();
  }

  /** How often a complete end of data was read. */
  public int bodies() {
    return bodies.get();
  }

  public int transactions() {
    return transactions.get();
  }

  public void breaker(BreakerState state) {
    breaker = state;
  }

  /** 250 to the dot. */
  public AttemptResult accept(Transmission transmission, EndOfDataLatch latch, AbortSwitch abort) {
    return afterDot(
        transmission,
        latch,
        new Outcome.Accepted(Reply.of(250, "2.0.0 Ok: queued as 4jcz"), "4jcz"));
  }

  /** The connection is gone before the answer to the dot. */
  public AttemptResult dropAfterDot(
      Transmission transmission, EndOfDataLatch latch, AbortSwitch abort) {
    return afterDot(
        transmission, latch, new Outcome.Uncertain("connection reset after end of data", null));
  }

  /** 450 to MAIL, quoting an address as relays do. */
  public AttemptResult defer(Transmission transmission, EndOfDataLatch latch, AbortSwitch abort) {
    Reply reply = Reply.of(450, "4.2.1 <billing@shop.example> try later");
    return new AttemptResult(
        new Outcome.NotAccepted(SmtpPhase.MAIL, "450 to MAIL", reply), List.of());
  }

  /** 550 to MAIL. */
  public AttemptResult refuse(Transmission transmission, EndOfDataLatch latch, AbortSwitch abort) {
    return new AttemptResult(
        new Outcome.Rejected(SmtpPhase.MAIL, Reply.of(550, "5.7.1 no")), List.of());
  }

  private AttemptResult afterDot(Transmission transmission, EndOfDataLatch latch, Outcome outcome) {
    List<RcptReply> taken =
        transmission.recipients().stream()
            .map(r -> new RcptReply(r.index(), Verdict.TAKEN, Reply.of(250, "2.1.5 Ok")))
            .toList();
    if (!latch.endOfData(taken)) {
      return new AttemptResult(
          new Outcome.NotAccepted(SmtpPhase.BODY, "stopped before end of data", null), taken);
    }
    bodies.incrementAndGet();
    if (outcome instanceof Outcome.Accepted) {
      latch.replyRead(System.nanoTime());
    }
    return new AttemptResult(outcome, taken);
  }

  @Override
  public String name() {
    return "default";
  }

  @Override
  public AttemptResult transmit(
      Transmission transmission, EndOfDataLatch latch, AbortSwitch abort) {
    transactions.incrementAndGet();
    return scripts.remove().run(transmission, latch, abort);
  }

  @Override
  public BreakerState breaker() {
    return breaker;
  }

  @Override
  public RelaySettings settings() {
    return new RelaySettings(
        "default",
        "relay.example",
        25,
        RelaySettings.Security.NONE,
        Optional.empty(),
        new RelaySettings.Timeouts(
            Duration.ofSeconds(30),
            Duration.ofMinutes(5),
            Duration.ofMinutes(3),
            Duration.ofMinutes(10)),
        20,
        0,
        new RelaySettings.Retry(Duration.ofHours(1), Duration.ofHours(4), Duration.ofHours(24)),
        true,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
