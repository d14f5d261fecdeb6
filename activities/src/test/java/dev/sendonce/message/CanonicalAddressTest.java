package dev.sendonce.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.send.EmailAddress;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalAddressTest {
  private static final SamePersonRules GMAIL =
      new SamePersonRules(Set.of("gmail.com"), Set.of("gmail.com"));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ann@bücher.example",
        "ANN@BÜCHER.EXAMPLE",
        "  Ann@xn--bcher-kva.example ",
        "ann@bücher.example.",
        "\"ann\"@xn--BCHER-KVA.example",
        "\"a\\nn\"@bücher.example",
        "Somebody <ann@bücher.example>",
      })
  void variantsAreOnePerson(String variant) {
    assertThat(canonical(variant)).isEqualTo("ann@xn--bcher-kva.example");
  }

  @Test
  void compositionOfLettersDoesNotMakeAnotherPerson() {
    assertThat(canonical("gra\u030a@example.org")).isEqualTo(canonical("grå@example.org"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ann+tag@example.org",
        "a.nn@example.org",
        "\"ann smith\"@example.org",
        "ann@sub.example.org",
        "straße@example.org",
        "strasse@example.org",
      })
  void othersAreOtherPeople(String other) {
    assertThat(canonical(other)).isNotEqualTo("ann@example.org");
    assertThat(canonical("straße@example.org")).isNotEqualTo(canonical("strasse@example.org"));
    assertThat(canonical("ann@straße.example")).isNotEqualTo(canonical("ann@strasse.example"));
  }

  @Test
  void tagsAndDotsMeanNothingOnlyWhereTheRulesSaySo() {
    EmailAddress tagged = Addresses.of("A.n.n+news@Gmail.com").address();

    assertThat(CanonicalAddress.of(tagged, GMAIL)).hasToString("ann@gmail.com");
    assertThat(CanonicalAddress.of(tagged, SamePersonRules.NONE))
        .hasToString("a.n.n+news@gmail.com");
    assertThat(CanonicalAddress.of(Addresses.of("+x@gmail.com").address(), GMAIL))
        .hasToString("+x@gmail.com");
  }

  @Property(tries = 1000)
  void isIdempotent(@ForAll("addresses") String text) {
    if (AddressParser.parse(text) instanceof ParsedAddress.Valid valid) {
      CanonicalAddress once = CanonicalAddress.of(valid.mailbox().address(), GMAIL);
      CanonicalAddress twice = CanonicalAddress.of(EmailAddress.ofStored(once.value()), GMAIL);

      assertThat(twice).isEqualTo(once);
    }
  }

  @Property(tries = 500)
  void aValidAddressParsesToItself(@ForAll("addresses") String text) {
    if (AddressParser.parse(text) instanceof ParsedAddress.Valid valid) {
      String address = valid.mailbox().address().toString();

      assertThat(Addresses.of(address).address()).hasToString(address);
      assertThat(valid.mailbox().address().domain()).matches("[A-Za-z0-9.-]+");
    }
  }

  @Provide
  Arbitrary<String> addresses() {
    Arbitrary<String> local =
        Arbitraries.oneOf(
            Arbitraries.strings().withChars("abAB.+'").ofMinLength(1).ofMaxLength(8),
            Arbitraries.strings().withChars("ab \\\"@.,A").ofMaxLength(6).map(LocalPart::spelled),
            Arbitraries.strings()
                .withCharRange('\u00c0', '\u0250')
                .withChars("\u0130\u03a3\u1e9e\u212a")
                .ofMinLength(1)
                .ofMaxLength(5));
    Arbitrary<String> domain =
        Arbitraries.of(
            "gmail.com", "Example.ORG", "bücher.example", "straße.example.", "xn--bcher-kva.de");
    return Combinators.combine(local, domain).as((l, d) -> l + "@" + d);
  }

  private static String canonical(String text) {
    return CanonicalAddress.of(Addresses.of(text).address(), SamePersonRules.NONE).value();
  }
}
