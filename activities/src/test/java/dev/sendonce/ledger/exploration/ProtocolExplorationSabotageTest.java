package dev.sendonce.ledger.exploration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.ledger.LedgerTwin;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The exploration can fail: without the guards of the table it finds a counterexample, and it is
 * printed.
 */
class ProtocolExplorationSabotageTest {
  private static final Logger LOG = LoggerFactory.getLogger(ProtocolExplorationSabotageTest.class);
  private static final int ENOUGH = 1_000_000;

  @ParameterizedTest
  @MethodSource("broken")
  void withoutItAPromiseIsBroken(Twin twin) {
    Search.Result result = explore(twin, "");
    assertThat(result.broken()).as("%s", result).isPresent();
    assertThat(result.steps()).as("%s", result).hasSize(twin.steps());
  }

  @ParameterizedTest
  @Tag("long")
  @MethodSource("broken")
  void withoutItARelayReadsABodyTooManyAfterAsManySteps(Twin twin) {
    Search.Result result = explore(twin, Promises.TOO_MANY);
    assertThat(result.steps()).as("%s", result).hasSize(twin.stepsToBody());
  }

  @ParameterizedTest
  @Tag("long")
  @MethodSource("covered")
  void withoutItAloneEveryPromiseIsStillKept(Twin twin) {
    Search.Result result = explore(twin, "");
    assertThat(result.broken()).as("%s", result).isEmpty();
  }

  @Test
  void theTableNamesEveryGuard() {
    assertThat(Twin.removedGuards()).containsExactlyInAnyOrderElementsOf(LedgerTwin.guards());
  }

  private static Search.Result explore(Twin twin, String counted) {
    Bounds bounds = Bounds.recipients(twin.recipients()).states(ENOUGH);
    Search.Result result = new Search(bounds, twin.sabotage(), counted).run();
    LOG.info("without {}{}: {}", twin, counted.isEmpty() ? "" : ", " + counted, result);
    return result;
  }

  static Stream<Twin> broken() {
    return Twin.broken();
  }

  static Stream<Twin> covered() {
    return Twin.covered();
  }
}
