package dev.sendonce.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.message.AddressParser;
import dev.sendonce.message.Mailbox;
import dev.sendonce.message.ParsedAddress;
import dev.sendonce.message.SamePersonRules;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EnvelopeTest {
  private static final SamePersonRules RULES =
      new SamePersonRules(Set.of("tags.example"), Set.of("tags.example"));

  @Test
  void whoIsTheSamePersonTakesNobodyOutOfTheEnvelope() {
    Envelope envelope = envelope(RULES);

    assertThat(envelope.recipients())
        .extracting("address")
        .containsExactly("ann@tags.example", "ann+news@tags.example", "a.nn@tags.example");
    assertThat(envelope.merged()).extracting("address").containsExactly("ANN@Tags.example");
  }

  @Test
  void thePeopleOfTheContentGuardFollowTheRules() {
    assertThat(envelope(RULES).people()).extracting("value").containsExactly("ann@tags.example");
    assertThat(envelope(SamePersonRules.NONE).people()).hasSize(3);
  }

  private static Envelope envelope(SamePersonRules rules) {
    return Envelope.of(
        mailbox("billing@example.com").address(),
        List.of(mailbox("ann@tags.example"), mailbox("ann+news@tags.example")),
        List.of(mailbox("a.nn@tags.example")),
        List.of(mailbox("ANN@Tags.example")),
        rules);
  }

  private static Mailbox mailbox(String text) {
    return ((ParsedAddress.Valid) AddressParser.parse(text)).mailbox();
  }
}
