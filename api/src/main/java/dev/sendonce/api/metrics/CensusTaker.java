package dev.sendonce.api.metrics;

import dev.sendonce.ledger.ActiveSends;
import dev.sendonce.ledger.Ledger;
import dev.sendonce.ledger.LedgerUnavailableException;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import dev.sendonce.send.SendState;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the unfinished sends from time to time, so that looking at a metric costs no query. It
 * walks the work list, which is small, and not all sends. Thread-safe.
 */
public final class CensusTaker implements Runnable, Supplier<Census> {
  private static final Logger LOG = LoggerFactory.getLogger(CensusTaker.class);
  private static final int PAGE = 200;

  private final ActiveSends active;
  private final Ledger ledger;
  private final Clock clock;
  private volatile Census latest = Census.NONE;

  public CensusTaker(ActiveSends active, Ledger ledger, Clock clock) {
    this.active = active;
    this.ledger = ledger;
    this.clock = clock;
  }

  @Override
  public Census get() {
    return latest;
  }

  /** Counts once; without a ledger the last figures stay. */
  @Override
  public void run() {
    try {
      latest = count();
    } catch (LedgerUnavailableException e) {
      LOG.debug("No census while the ledger does not answer.");
    } catch (RuntimeException e) {
      // a scheduled task that throws is never run again
      LOG.warn("The census failed: {}", e.getClass().getName());
    }
  }

  private Census count() {
    Map<SendState, Long> counts = new EnumMap<>(SendState.class);
    Map<SendState, Instant> oldest = new EnumMap<>(SendState.class);
    List<SendKey> page = page(null);
    while (!page.isEmpty()) {
      for (Send send : page.stream().flatMap(key -> ledger.find(key).stream()).toList()) {
        counts.merge(send.state(), 1L, Long::sum);
        oldest.merge(send.state(), waitingSince(send), (a, b) -> a.isBefore(b) ? a : b);
      }
      page = page.size() < PAGE ? List.of() : page(page.get(page.size() - 1));
    }
    return new Census(clock.instant(), counts, oldest);
  }

  /** A prepared send waits from the time it is due; an uncertain one from its end of data. */
  private static Instant waitingSince(Send send) {
    return switch (send.state()) {
      case PREPARED ->
          Stream.of(send.updatedAt(), send.sendAt(), send.retryAt())
              .filter(Objects::nonNull)
              .max(Comparator.naturalOrder())
              .orElseThrow();
      case CONFIRMING, UNCONFIRMED ->
          send.attempt(send.epoch()).map(Send.Attempt::endOfDataAt).orElseGet(send::stateSince);
      case SMTP_INFLIGHT, SMTP_ACCEPTED, SENT, NOT_SENT -> send.stateSince();
    };
  }

  private List<SendKey> page(SendKey after) {
    return active.list(after, PAGE).stream().map(ActiveSends.ActiveSend::key).toList();
  }
}
