package dev.sendonce.ledger.exploration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.ledger.exploration.Sabotage.Break;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Every interleaving of one send's actors, with the production ledger deciding each step:
 * deliveries and their duplicates, settling, verification, people and their repeated requests,
 * expiry, crashes and pauses anywhere, statements that are not answered, applied later or never. No
 * world may break a promise. Deterministic; {@code deploy/docs/safety.md} has the figures.
 */
class ProtocolExplorationTest {
  private static final Logger LOG = LoggerFactory.getLogger(ProtocolExplorationTest.class);

  @Test
  void oneRecipient() {
    assertComplete(Bounds.recipients(1));
  }

  @Test
  void twoRecipientsInTheFirstWorlds() {
    Search.Result result = explore(Bounds.recipients(2).states(150_000), Sabotage.NONE);
    assertThat(result.broken()).as("%s", result).isEmpty();
    assertThat(result.states()).isGreaterThanOrEqualTo(150_000);
  }

  @Test
  @Tag("long")
  void twoRecipients() {
    assertComplete(Bounds.recipients(2));
  }

  @Test
  @Tag("long")
  void oneRecipientWithThreeExecutionsAtOnce() {
    assertComplete(Bounds.recipients(1).executions(3));
  }

  /** The short cut of {@link Normal} hides nothing. */
  @Test
  @Tag("long")
  void oneRecipientWithNothingForgotten() {
    assertComplete(Bounds.recipients(1).forgettingNothing());
  }

  @Test
  @Tag("long")
  void oneRecipientSentAgainTwice() {
    assertComplete(Bounds.recipients(1).resends(2));
  }

  @Test
  @Tag("long")
  void oneRecipientWithARestoredBackup() {
    assertComplete(Bounds.recipients(1).attempts(2).restored());
  }

  @Test
  @Tag("long")
  void oneRecipientWithWritesThatComeLate() {
    Search.Result result =
        explore(Bounds.recipients(1).attempts(2), Sabotage.NONE.and(Break.LATE_WRITES));
    assertThat(result.broken()).as("%s", result).isEmpty();
    assertThat(result.complete()).isTrue();
  }

  private static void assertComplete(Bounds bounds) {
    Search.Result result = explore(bounds, Sabotage.NONE);
    assertThat(result.broken()).as("%s", result).isEmpty();
    assertThat(result.complete()).isTrue();
  }

  private static Search.Result explore(Bounds bounds, Sabotage sabotage) {
    Search.Result result = new Search(bounds, sabotage).run();
    LOG.info("{}, {}: {}", bounds, sabotage, result);
    return result;
  }
}
