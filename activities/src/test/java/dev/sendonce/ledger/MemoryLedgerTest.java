package dev.sendonce.ledger;

import java.time.Clock;

class MemoryLedgerTest extends LedgerContract {
  @Override
  protected TestLedger open(Clock clock) {
    return TestLedger.inMemory(clock);
  }
}
