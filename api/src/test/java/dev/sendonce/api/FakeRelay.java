package dev.sendonce.api;

import dev.sendonce.send.AttemptResult;
import dev.sendonce.smtp.AbortSwitch;
import dev.sendonce.smtp.BreakerState;
import dev.sendonce.smtp.EndOfDataLatch;
import dev.sendonce.smtp.Relay;
import dev.sendonce.smtp.RelaySettings;
import dev.sendonce.smtp.Transmission;

/** A relay with a breaker that tests set; it transmits nothing. */
final class FakeRelay implements Relay {
  volatile BreakerState breaker = BreakerState.CLOSED;
  private final RelaySettings settings;

  FakeRelay(RelaySettings settings) {
    this.settings = settings;
  }

  @Override
  public String name() {
    return settings.name();
  }

  @Override
  public AttemptResult transmit(
      Transmission transmission, EndOfDataLatch latch, AbortSwitch abort) {
    throw new UnsupportedOperationException("The REST side never transmits.");
  }

  @Override
  public BreakerState breaker() {
    return breaker;
  }

  @Override
  public RelaySettings settings() {
    return settings;
  }
}
