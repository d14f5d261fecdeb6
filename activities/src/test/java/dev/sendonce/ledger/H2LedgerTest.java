package dev.sendonce.ledger;

import java.time.Clock;

class H2LedgerTest extends LedgerContract {
  @Override
  protected TestLedger open(Clock clock) {
    return TestLedger.onH2(clock);
  }
}
