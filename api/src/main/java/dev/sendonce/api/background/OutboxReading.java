package dev.sendonce.api.background;

import com.codahale.metrics.Meter;
import com.codahale.metrics.MetricRegistry;
import dev.sendonce.api.drain.Drainable;
import dev.sendonce.intake.outbox.OutboxIntake;

/**
 * Reads the outbox until nothing is waiting. Marks the meters {@code sendonce.outbox.accepted} and
 * {@code sendonce.outbox.refused}; the second is worth an alarm. Thread-safe.
 */
public final class OutboxReading implements Drainable {
  private final OutboxIntake intake;
  private final Meter accepted;
  private final Meter refused;
  private boolean draining;
  private boolean reading;

  public OutboxReading(OutboxIntake intake, MetricRegistry metrics) {
    this.intake = intake;
    this.accepted = metrics.meter("sendonce.outbox.accepted");
    this.refused = metrics.meter("sendonce.outbox.refused");
  }

  /** One look, to be repeated by one thread; never throws. */
  public Runnable task() {
    return new Patient("outbox", intake::createIndexes, this::read);
  }

  private void read() {
    boolean more = true;
    while (more && begin()) {
      try {
        OutboxIntake.Round round = intake.round();
        accepted.mark(round.accepted());
        refused.mark(round.refused());
        more = round.accepted() + round.refused() > 0;
      } finally {
        end();
      }
    }
  }

  private synchronized boolean begin() {
    reading = !draining;
    return reading;
  }

  private synchronized void end() {
    reading = false;
  }

  @Override
  public String name() {
    return "outbox rounds";
  }

  @Override
  public synchronized void drain() {
    draining = true;
  }

  @Override
  public synchronized void undrain() {
    draining = false;
  }

  @Override
  public synchronized int left() {
    return reading ? 1 : 0;
  }
}
