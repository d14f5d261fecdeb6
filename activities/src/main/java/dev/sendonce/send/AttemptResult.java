package dev.sendonce.send;

import java.util.List;

/**
 * Everything an attempt learnt: the outcome of its transaction and a verdict per recipient it
 * carried.
 *
 * <p>How the two combine, per recipient: {@code REFUSED} and {@code DEFERRED} stand for themselves;
 * {@code TAKEN} shares the fate of the transaction; {@code NOT_ASKED} shares it only when the
 * transaction ended before end of data was recorded, and otherwise stays as it was.
 */
public record AttemptResult(Outcome outcome, List<RcptReply> rcptReplies) {
  public AttemptResult {
    rcptReplies = List.copyOf(rcptReplies);
  }
}
