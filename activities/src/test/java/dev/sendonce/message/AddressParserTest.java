package dev.sendonce.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressParserTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\'',
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "ann@example.org|ann@example.org",
        "Ann.O'Neil+x@Example.ORG|Ann.O'Neil+x@Example.ORG",
        "'  ann@example.org  '|ann@example.org",
        "ann@example.org.|ann@example.org",
        "Ann <ann@example.org>|ann@example.org",
        "Ann< ann@example.org >|ann@example.org",
        "<ann@example.org>|ann@example.org",
        "\"ann smith\"@example.org|\"ann smith\"@example.org",
        "\"a@b\"@example.org|\"a@b\"@example.org",
        "\"a\\\"b\"@example.org|\"a\\\"b\"@example.org",
        "\"(no comment), ;:<>\"@example.org|\"(no comment), ;:<>\"@example.org",
        "\"Smith, Ann\" <ann@example.org>|ann@example.org",
        "ann@bücher.example|ann@xn--bcher-kva.example",
        "ann@BÜCHER.example|ann@xn--bcher-kva.example",
        "ann@xn--bcher-kva.example|ann@xn--bcher-kva.example",
        "ann@straße.example|ann@xn--strae-oqa.example",
        "ann@例え。テスト|ann@xn--r8jz45g.xn--zckzah",
        "grå@example.org|grå@example.org",
        "\u010d\u010a@example.org|\u010d\u010a@example.org",
        "postmaster@localhost|postmaster@localhost",
        "a@1.example|a@1.example",
      })
  void keepsTheSpellingAndMakesTheDomainAscii(String text, String address) {
    assertThat(AddressParser.parse(text))
        .isInstanceOfSatisfying(
            ParsedAddress.Valid.class,
            valid -> assertThat(valid.mailbox().address()).hasToString(address));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      delimiter = '|',
      value = {
        "Dr. Ann Smith <a@b.example>|Dr. Ann Smith",
        "\"Smith, Ann\" <a@b.example>|Smith, Ann",
        "\"Ann \\\"A\\\" Smith\" <a@b.example>|Ann \"A\" Smith",
        "Änne Müller <a@b.example>|Änne Müller",
        "'Ann' <a@b.example>|'Ann'",
        "=?utf-8?q?Ann?= <a@b.example>|=?utf-8?q?Ann?=",
      })
  void readsTheDisplayNameLiterally(String text, String name) {
    assertThat(Addresses.of(text).name()).contains(name);
  }

  @Test
  void anEmptyDisplayNameIsNone() {
    assertThat(Addresses.of("\"\" <a@b.example>").name()).isEqualTo(Optional.empty());
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\'',
      delimiter = '|',
      value = {
        "''|is empty",
        "'   '|is empty",
        "ann|has no @",
        "@example.org|nothing before the @",
        "ann@|no domain",
        "ann@.|no domain",
        "ann@@example.org|more than one @",
        "ann@b@example.org|more than one @",
        "a@b.example, c@d.example|more than one address",
        "a@b.example; c@d.example|more than one address",
        "Team: a@b.example, c@d.example;|is a group",
        "Team:;|is a group",
        "undisclosed-recipients:;|is a group",
        "Team: Ann <a@b.example>;|is a group",
        "ann(comment)@example.org|comment",
        "Ann (HR) <ann@example.org>|comment",
        "<@relay.example:ann@example.org>|source route",
        "ann smith@example.org|blank before the @",
        "ann @example.org|blank before the @",
        "ann@ example.org|character ' '",
        ".ann@example.org|dot",
        "ann.@example.org|dot",
        "an..n@example.org|dot",
        "\"ann@example.org|quote that is not closed",
        "\"ann\"x@example.org|quoted part",
        "\"\"@example.org|empty quoted",
        "ann@exa_mple.org|character '_'",
        "ann@-example.org|hyphen",
        "ann@example-.org|hyphen",
        "ann@example..org|empty label",
        "ann@.example.org|empty label",
        "ann@[127.0.0.1]|address literal",
        "ann@10.0.0.1|number",
        "ann@xn--zzzzzzzz9.example|A-label",
        "Ann <ann@example.org|without its >",
        "Ann <ann@example.org> x|text after",
        "Smith, Ann <ann@example.org>|quotes",
        "Ann \"A\" Smith <ann@example.org>|quotes",
        "\"Ann\" Smith <ann@example.org>|beside its quoted",
        "ann@example.org\u200b|U+200B",
        "an\u200bn@example.org|U+200B",
        "ann@exam\u00adple.org|U+00AD",
        "\ufeffann@example.org|U+FEFF",
        "ann\u3164@example.org|U+3164",
        "ann\u202e@example.org|U+202E",
        "ann\u00a0@example.org|U+00A0",
      })
  void refusesWithAReason(String text, String reason) {
    assertThat(AddressParser.parse(text))
        .isInstanceOfSatisfying(
            ParsedAddress.Refused.class, refused -> assertThat(refused.reason()).contains(reason));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\r", "\n", "\r\n", "\0", "\t", "\u007f", "\u0085", "\u009f", "\u2028", "\u2029", "\ud800"
      })
  void refusesControlCharactersAnywhere(String control) {
    for (String text :
        new String[] {
          control + "ann@example.org",
          "ann@example.org" + control,
          "an" + control + "n@example.org",
          "\"an" + control + "n\"@example.org",
          "An" + control + "n <ann@example.org>",
          "ann@exam" + control + "ple.org"
        }) {
      assertThat(AddressParser.parse(text)).isInstanceOf(ParsedAddress.Refused.class);
    }
  }

  @Test
  void enforcesTheLengthsOfRfc5321() {
    String label = "d".repeat(63);
    String longest = "l".repeat(64) + "@" + label + "." + label + "." + "d".repeat(61);
    assertThat(longest).hasSize(254);
    assertThat(AddressParser.parse(longest)).isInstanceOf(ParsedAddress.Valid.class);
    assertThat(AddressParser.parse(longest + "d")).isInstanceOf(ParsedAddress.Refused.class);
    assertThat(AddressParser.parse("l".repeat(65) + "@example.org"))
        .isInstanceOf(ParsedAddress.Refused.class);
    assertThat(AddressParser.parse("å".repeat(33) + "@example.org"))
        .as("octets, not characters")
        .isInstanceOf(ParsedAddress.Refused.class);
    assertThat(AddressParser.parse("a@" + "d".repeat(64) + ".example"))
        .isInstanceOf(ParsedAddress.Refused.class);
  }

  @Test
  void onlyALocalPartBeyondAsciiNeedsSmtpUtf8() {
    assertThat(Addresses.of("ann@bücher.example").address().needsSmtpUtf8()).isFalse();
    assertThat(Addresses.of("Änne <ann@example.org>").address().needsSmtpUtf8()).isFalse();
    assertThat(Addresses.of("grå@example.org").address().needsSmtpUtf8()).isTrue();
  }
}
