package dev.sendonce.ledger;

import dev.sendonce.send.SendKey;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The production ledger, or a twin of it from which guards were taken away. For tests. */
public final class LedgerTwin {
  private LedgerTwin() {}

  /**
   * A ledger that asks at most twice, so that what stays unanswered is soon seen by the caller.
   *
   * @param removed names of {@link Guard}s
   */
  public static Ledger without(Set<String> removed, SendStore store, Clock clock, Duration guard) {
    LedgerSettings settings = TestLedger.settings();
    return new Ledger(
        store,
        new NoWorkList(),
        clock,
        new LedgerSettings(guard, settings.erasure(), settings.samePerson()),
        new Patience(Duration.ofHours(1), Duration.ZERO, 2),
        Guards.without(named(removed)));
  }

  /**
   * The ledger of a node, without some of its guards.
   *
   * @param removed names of {@link Guard}s
   */
  public static Ledger without(
      Set<String> removed,
      SendStore store,
      ActiveSends active,
      Clock clock,
      LedgerSettings settings) {
    return new Ledger(
        store, active, clock, settings, Patience.DEFAULT, Guards.without(named(removed)));
  }

  private static EnumSet<Guard> named(Set<String> names) {
    EnumSet<Guard> guards = EnumSet.noneOf(Guard.class);
    names.forEach(name -> guards.add(Guard.valueOf(name)));
    return guards;
  }

  /** Every guard there is. */
  public static List<String> guards() {
    return EnumSet.allOf(Guard.class).stream().map(Enum::name).toList();
  }

  private static final class NoWorkList implements ActiveSends {
    @Override
    public void add(SendKey key) {
      // one row only: nothing to list
    }

    @Override
    public List<ActiveSend> list(SendKey after, int limit) {
      return List.of();
    }

    @Override
    public boolean remove(ActiveSend listed, Duration quiet) {
      return false;
    }
  }
}
