package dev.sendonce.api.background;

import com.codahale.metrics.Meter;
import com.codahale.metrics.MetricRegistry;
import dev.sendonce.intake.outbox.OutboxIntake;

/** Reads the outbox until nothing is waiting. */
public final class OutboxReading {
  private OutboxReading() {}

  /**
   * One look, to be repeated by one thread; never throws. Marks the meters {@code
   * sendonce.outbox.accepted} and {@code sendonce.outbox.refused}; the second is worth an alarm.
   */
  public static Runnable task(OutboxIntake intake, MetricRegistry metrics) {
    Meter accepted = metrics.meter("sendonce.outbox.accepted");
    Meter refused = metrics.meter("sendonce.outbox.refused");
    return new Patient(
        "outbox",
        intake::createIndexes,
        () -> {
          OutboxIntake.Round round;
          do {
            round = intake.round();
            accepted.mark(round.accepted());
            refused.mark(round.refused());
          } while (round.accepted() + round.refused() > 0);
        });
  }
}
