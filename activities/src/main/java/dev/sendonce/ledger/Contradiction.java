package dev.sendonce.ledger;

import dev.sendonce.send.Send;
import dev.sendonce.send.Send.Recipient;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Whether something learnt about an attempt speaks against what the row says. Pure. */
final class Contradiction {
  private Contradiction() {}

  /**
   * @param accepted what was learnt: the relay took the message, or it did not
   * @param attempt about which attempt; 0 when that is not known, then anybody counts
   */
  static boolean of(Send row, int attempt, boolean accepted) {
    return concerned(row, attempt)
        .anyMatch(
            recipient ->
                accepted ? isClosedAsNotSent(recipient) : Derivation.countsAsSent(recipient));
  }

  private static Stream<Recipient> concerned(Send row, int attempt) {
    return row.attempt(attempt)
        .map(found -> found.recipients().stream().map(row.recipients()::get))
        .orElseGet(
            () -> IntStream.range(0, row.recipients().size()).mapToObj(row.recipients()::get));
  }

  private static boolean isClosedAsNotSent(Recipient recipient) {
    return !RecipientRules.isOpen(recipient) && !Derivation.countsAsSent(recipient);
  }
}
