package dev.sendonce.smtp;

import dev.sendonce.send.SmtpPhase;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the failures of an observer to itself: a metric must not decide about a letter. */
final class QuietObserver implements TransmissionObserver {
  private static final Logger LOG = LoggerFactory.getLogger(QuietObserver.class);

  private final TransmissionObserver observer;

  QuietObserver(TransmissionObserver observer) {
    this.observer = observer;
  }

  @Override
  public void phaseEnded(SmtpPhase phase, Duration spent) {
    tell(() -> observer.phaseEnded(phase, spent));
  }

  @Override
  public void connectionOpened() {
    tell(observer::connectionOpened);
  }

  @Override
  public void connectionReused() {
    tell(observer::connectionReused);
  }

  @Override
  public void connectionStale() {
    tell(observer::connectionStale);
  }

  /** Runs it; what it throws is logged and forgotten. */
  static void tell(Runnable news) {
    try {
      news.run();
    } catch (RuntimeException e) {
      LOG.warn("an observer of transmissions failed", e);
    }
  }
}
