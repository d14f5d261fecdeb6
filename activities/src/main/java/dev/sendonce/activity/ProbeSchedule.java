package dev.sendonce.activity;

import dev.sendonce.send.Send;
import dev.sendonce.send.SendState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * When an uncertain send is looked into by itself: at fixed distances from end of data. It is
 * computed from facts of the ledger alone, so that restarts, resets and extra probes in between do
 * not move it.
 *
 * @param delays after end of data, ascending
 */
public record ProbeSchedule(List<Duration> delays) {
  public ProbeSchedule {
    delays = List.copyOf(delays);
  }

  /** The time of the next probe; null when none is due any more or the send is not confirming. */
  Instant next(Send send) {
    if (send.state() != SendState.CONFIRMING || send.probes() >= delays.size()) {
      return null;
    }
    Instant start = send.lastEndOfDataAt() != null ? send.lastEndOfDataAt() : send.stateSince();
    return start.plus(delays.get(send.probes()));
  }
}
