package dev.sendonce.lab.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressesTest {
  private static final Ports USUAL = Ports.of(null);

  @Test
  void usesTheUsualPortsWithoutABase() {
    Addresses addresses = new Addresses(options(null, null), USUAL);

    assertThat(addresses.api(1)).isEqualTo("http://127.0.0.1:8080");
    assertThat(addresses.admin(1)).isEqualTo("http://127.0.0.1:8081");
    assertThat(addresses.temporal()).isEqualTo("127.0.0.1:7233");
    assertThat(addresses.ui()).isEqualTo("http://127.0.0.1:8233");
    assertThat(addresses.mongo()).isEqualTo("mongodb://127.0.0.1:27017");
    assertThat(addresses.smtp()).isEqualTo("smtp://127.0.0.1:2525");
    assertThat(addresses.imap()).endsWith("@127.0.0.1:1143");
  }

  @Test
  void configuresNoEvidenceForARelayElsewhereWithoutAMailbox() {
    Addresses addresses = new Addresses(options("smtp://relay.example:25", null), USUAL);

    assertThat(addresses.imap()).isNull();
    assertThat(addresses.nodeEnvironment()).containsEntry("SENDONCE_EVIDENCE", "");
  }

  @Test
  void keepsThePasswordOfTheRelayOutOfTheCommandLineAndOffPlainConnections() {
    Addresses addresses =
        new Addresses(options("smtp://app:se:cret@relay.example:587", null), USUAL);

    assertThat(addresses.nodeOptions())
        .contains(
            "-Ddw.relays.default.credentials.user=app", "-Ddw.relays.default.security=starttls")
        .noneMatch(option -> option.contains("se:cret"));
    assertThat(addresses.nodeEnvironment())
        .containsEntry("SENDONCE_RELAY", "smtp://relay.example:587")
        .containsEntry("SENDONCE_RELAY_PASSWORD", "se:cret");
  }

  @Test
  void putsFortyNodesAndEverythingElseIntoAHundredPorts() {
    Ports ports = Ports.of(20_000);

    assertThat(ports.admin(Ports.MOST_NODES)).isLessThan(ports.temporal());
    assertThat(ports.mailboxAdmin()).isLessThan(20_100);
  }

  @ParameterizedTest
  @ValueSource(strings = {"relay.example", "http://relay.example", "smtp:25", "smtp://a b"})
  void refusesARelayThatIsNone(String relay) {
    assertThatThrownBy(() -> OptionCheck.check(options(relay, null)))
        .isInstanceOf(StartFailure.class)
        .hasMessageContaining("--relay must look like");
  }

  @ParameterizedTest
  @ValueSource(strings = {"smtp://127.0.0.1:2525", "smtps://u:p@relay.example", "SMTP://relay:25"})
  void takesARelayThatIsOne(String relay) {
    assertThatCode(() -> OptionCheck.check(options(relay, null))).doesNotThrowAnyException();
  }

  private static StartOptions options(String relay, String imap) {
    return new StartOptions(null, relay, imap, null, null, 1, true);
  }
}
