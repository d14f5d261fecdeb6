package dev.sendonce.lab.relay;

import dev.sendonce.send.AttemptResult;
import dev.sendonce.send.Outcome;
import dev.sendonce.send.RcptReply;
import dev.sendonce.send.RcptReply.Verdict;
import dev.sendonce.smtp.AbortSwitch;
import dev.sendonce.smtp.Relay;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * One attempt as it looked from our side.
 *
 * @param addresses of the send; verdicts refer to positions in it
 * @param latches how often the latch answered true
 */
record Attempt(
    TestLetter letter, int number, List<String> addresses, int latches, AttemptResult result) {

  /** Hands the letter over, with a latch that always answers true. */
  static Attempt run(
      Relay relay, TestLetter letter, int number, List<String> addresses, List<Integer> open) {
    return run(relay, letter, number, addresses, open, () -> true, new AbortSwitch());
  }

  /**
   * Hands the letter over.
   *
   * @param latch whether end of data was recorded; may throw
   */
  static Attempt run(
      Relay relay,
      TestLetter letter,
      int number,
      List<String> addresses,
      List<Integer> open,
      BooleanSupplier latch,
      AbortSwitch abort) {
    AtomicInteger latches = new AtomicInteger();
    AttemptResult result =
        relay.transmit(
            letter.to(number, addresses, open),
            verdicts -> latch.getAsBoolean() && latches.incrementAndGet() > 0,
            abort);
    return new Attempt(letter, number, addresses, latches.get(), result);
  }

  Outcome outcome() {
    return result.outcome();
  }

  /** The addresses that were in the transaction. */
  List<String> taken() {
    return result.rcptReplies().stream()
        .filter(r -> r.verdict() == Verdict.TAKEN)
        .map(r -> addresses.get(r.recipient()))
        .toList();
  }

  /** The positions that another attempt may carry, as the ledger derives them. */
  List<Integer> retryable() {
    boolean beforeTheDot = latches == 0;
    List<Integer> open = new ArrayList<>();
    for (RcptReply rcpt : result.rcptReplies()) {
      boolean notAccepted = outcome() instanceof Outcome.NotAccepted;
      boolean again =
          switch (rcpt.verdict()) {
            case DEFERRED -> true;
            case REFUSED -> false;
            case TAKEN -> notAccepted;
            case NOT_ASKED -> !beforeTheDot || notAccepted;
          };
      if (again) {
        open.add(rcpt.recipient());
      }
    }
    return open;
  }

  /** For messages. */
  Map<String, Object> summary() {
    Map<String, Object> summary = new TreeMap<>();
    summary.put("attempt", number);
    summary.put("latches", latches);
    summary.put("outcome", outcome());
    summary.put("recipients", result.rcptReplies());
    return summary;
  }
}
