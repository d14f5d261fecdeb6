package dev.sendonce.smtp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.send.EmailAddress;
import dev.sendonce.send.Reply;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EnvelopeTest {
  private static final EmailAddress BOB = EmailAddress.ofStored("bob@example.net");
  private static final EmailAddress UMLAUT = EmailAddress.ofStored("grå@example.org");
  private static final Map<String, String> NOTHING = Map.of();
  private static final Map<String, String> EVERYTHING =
      Map.of("SIZE", "1000", "8BITMIME", "", "SMTPUTF8", "", "DSN", "");

  @Test
  void saysOnlyWhatTheRelayOffers() {
    Envelope envelope = envelope(Letters.to("bob@example.net"), NOTHING, true);
    assertThat(envelope.mail()).isEqualTo("MAIL FROM:<ann@example.org>");
    assertThat(envelope.rcpt(BOB)).isEqualTo("RCPT TO:<bob@example.net>");
  }

  @Test
  void saysAllThatAppliesAndIsOffered() {
    Transmission letter = Letters.letter(Letters.message(Letters.SHORT), true, "grå@example.org");
    assertThat(envelope(letter, EVERYTHING, true).mail())
        .isEqualTo(
            "MAIL FROM:<ann@example.org> SIZE="
                + letter.message().size()
                + " BODY=8BITMIME SMTPUTF8 RET=HDRS ENVID=01HSEND.1");
  }

  @Test
  void asksForSmtpUtf8OnlyWhenNeeded() {
    assertThat(envelope(Letters.to("bob@example.net"), EVERYTHING, false).mail())
        .doesNotContain("SMTPUTF8")
        .doesNotContain("8BITMIME");
    assertThat(envelope(Letters.to("grå@example.org"), EVERYTHING, false).mail())
        .contains(" SMTPUTF8");
  }

  @Test
  void refusesBeforeMailWhatNeedsSmtpUtf8AndCannotHaveIt() {
    Transmission letter = Letters.letter(Letters.message(Letters.SHORT), true, "bob@example.net");
    assertThat(envelope(letter, NOTHING, false).refusal().orElseThrow().enhanced())
        .isEqualTo("5.6.7");
    Envelope plain = envelope(Letters.to("grå@example.org", "bob@example.net"), NOTHING, false);
    assertThat(plain.refusal()).isEmpty();
    assertThat(plain.refusalOf(UMLAUT).map(Reply::code)).contains(553);
    assertThat(plain.refusalOf(BOB)).isEmpty();
  }

  @Test
  void refusesBeforeMailWhatIsOverTheAnnouncedSize() {
    Transmission letter = Letters.to("bob@example.net");
    long size = letter.message().size();
    assertThat(envelope(letter, Map.of("SIZE", "" + (size - 1)), false).refusal())
        .hasValueSatisfying(
            reply -> {
              assertThat(reply.code()).isEqualTo(552);
              assertThat(reply.enhanced()).isEqualTo("5.3.4");
              assertThat(reply.text()).startsWith("not sent by sendonce");
            });
    for (String limit : new String[] {"" + size, "0", "", "many"}) {
      assertThat(envelope(letter, Map.of("SIZE", limit), false).refusal()).isEmpty();
    }
  }

  @Test
  void sendsFromAVerpAddressWhereBouncesAreCollected() {
    RelaySettings settings = new SettingsFor(25).bounceDomain("bounce.example.org").build();
    Transmission letter = Letters.to("bob@example.net");
    Envelope envelope = new Envelope(letter, settings, keyword -> Optional.empty(), false);
    assertThat(envelope.mail()).isEqualTo("MAIL FROM:<b+01HSEND.1@bounce.example.org>");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a\r\nRCPT TO:<evil@example.org>@example.net",
        "a\n@example.net",
        "a\u0000@example.net",
        "a\u0085@example.net",
        "a\u2028@example.net",
        "a>@example.net",
        "a> SIZE=1 <b@example.net",
        "a b@example.net",
        "\"a\" b\"@example.net",
        "\"open@example.net",
        "a@exa mple.net",
        "a@example.net>",
        "@example.net",
        "\ud800@example.net"
      })
  void refusesAddressesThatWouldBreakOutOfTheCommand(String address) {
    Envelope envelope = envelope(Letters.to("bob@example.net"), EVERYTHING, false);
    assertThat(envelope.refusalOf(EmailAddress.ofStored(address)).map(Reply::code)).contains(553);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a.b+c@example.net",
        "\"a b\"@example.net",
        "\"a\\\" <b>\"@example.net",
        "čĊ@example.net",
        "a@[192.0.2.1]",
        "o'brien@example.net"
      })
  void lettersThatOnlyLookDangerousPass(String address) {
    Envelope envelope = envelope(Letters.to("bob@example.net"), EVERYTHING, false);
    assertThat(envelope.refusalOf(EmailAddress.ofStored(address))).isEmpty();
  }

  @Test
  void encodesXtext() {
    assertThat(Envelope.xtext("a+b=c é")).isEqualTo("a+2Bb+3Dc+20+C3+A9");
  }

  private static Envelope envelope(
      Transmission letter, Map<String, String> offered, boolean eightBit) {
    return new Envelope(
        letter,
        Letters.settings(25),
        keyword -> Optional.ofNullable(offered.get(keyword)),
        eightBit);
  }
}
