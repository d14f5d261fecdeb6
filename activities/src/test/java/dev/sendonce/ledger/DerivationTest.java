package dev.sendonce.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.send.Decision;
import dev.sendonce.send.Reason;
import dev.sendonce.send.RecipientField;
import dev.sendonce.send.RecipientOutcome;
import dev.sendonce.send.Send.Recipient;
import dev.sendonce.send.SendState;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DerivationTest {
  @ParameterizedTest
  @CsvSource({
    "prepared, 'pending', prepared,",
    "prepared, 'accepted refused deferred', prepared,",
    "smtp_inflight, 'accepted uncertain deferred', confirming,",
    "confirming, 'uncertain refused', confirming,",
    "unconfirmed, 'uncertain accepted', unconfirmed,",
    "smtp_inflight, 'accepted refused cancelled', smtp_accepted,",
    "confirming, 'sent refused', smtp_accepted,",
    "smtp_inflight, 'refused expired', not_sent, rejected",
    "prepared, 'expired cancelled', not_sent, expired",
    "prepared, 'cancelled suppressed', not_sent, cancelled",
    "prepared, 'suppressed not_sent', not_sent, suppressed",
    "unconfirmed, 'not_sent', not_sent, resolved"
  })
  void derivesTheStateFromTheRecipients(
      String before, String recipients, String state, String reason) {
    Derivation derived =
        Derivation.of(
            Arrays.stream(recipients.split(" ")).map(DerivationTest::recipient).toList(),
            SendState.fromWire(before));
    assertThat(derived.state()).isEqualTo(SendState.fromWire(state));
    assertThat(derived.reason()).isEqualTo(reason == null ? null : Reason.fromWire(reason));
  }

  /** An outcome, or a decision for one that a person resolved. */
  private static Recipient recipient(String word) {
    boolean resolved = List.of("sent", "not_sent").contains(word);
    return new Recipient(
        "ann@example.org",
        RecipientField.TO,
        resolved ? RecipientOutcome.RESOLVED : RecipientOutcome.fromWire(word),
        null,
        0,
        resolved ? Decision.fromWire(word) : null,
        false,
        false);
  }
}
