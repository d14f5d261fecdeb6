package dev.sendonce.smtp;

import dev.sendonce.send.RcptReply;
import dev.sendonce.send.Reply;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/**
 * The last point at which a letter is certainly not accepted. The body is on the wire, the dot is
 * not; it may follow only when every one of these holds:
 *
 * <ol>
 *   <li>the relay is still there and has said nothing;
 *   <li>the latch answered true;
 *   <li>not more than five seconds passed since it was <em>asked</em>: a paused process must not
 *       write a dot long after the latch's time stamp, from which people's orders count (DESIGN 4,
 *       guard);
 *   <li>nobody closed the socket meanwhile.
 * </ol>
 */
final class EndOfDataGate implements PhaseTransport.Gate {
  /** From asking the latch to writing the dot. */
  static final Duration FRESHNESS = Duration.ofSeconds(5);

  private final PhaseTransport relay;
  private final Progress progress;
  private final EndOfDataLatch latch;
  private final List<RcptReply> verdicts;
  private final Supplier<Stopwatch> stopwatch;

  EndOfDataGate(
      PhaseTransport relay,
      Progress progress,
      EndOfDataLatch latch,
      List<RcptReply> verdicts,
      Supplier<Stopwatch> stopwatch) {
    this.relay = relay;
    this.progress = progress;
    this.latch = latch;
    this.verdicts = verdicts;
    this.stopwatch = stopwatch;
  }

  @Override
  public void pass() throws EndedException {
    if (relay.socket().input().probe() != ReplyInput.Probe.SILENT) {
      Reply unasked = relay.unasked().orElse(null);
      throw end(
          unasked == null ? "the relay left during the body" : "the relay answered during the body",
          unasked);
    }
    progress.step("recording end of data", FRESHNESS);
    Stopwatch sinceAsked = stopwatch.get();
    if (!isLatched()) {
      throw end("end of data was not recorded, so it was not written", null);
    }
    if (sinceAsked.exceeds(FRESHNESS)) {
      throw end("recording end of data took too long, so it was not written", null);
    }
    if (!progress.enterEndOfData()) {
      throw end(progress.stopped().orElse("stopped before end of data"), null);
    }
  }

  private boolean isLatched() {
    try {
      return latch.endOfData(verdicts);
    } catch (RuntimeException e) {
      // whether the record was made is unknown, but the dot will not be written: definite
      return false;
    }
  }

  private EndedException end(String cause, Reply reply) {
    relay.abort();
    return new EndedException(cause, reply);
  }
}
