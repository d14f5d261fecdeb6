package dev.sendonce.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sendonce.evidence.ImapLocation.Security;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImapLocationTest {
  @ParameterizedTest
  @CsvSource({
    "imaps://u:p@imap.example.org, TLS, 993",
    "imaps://u:p@imap.example.org:10993, TLS, 10993",
    "imap://u:p@imap.example.org, STARTTLS, 143",
    "imap://u:p@127.0.0.1:1143, NONE, 1143",
    "imap://u:p@localhost, NONE, 143",
    "imap+plain://u:p@mail.internal, NONE, 143"
  })
  void onlyThisMachineIsSpokenToInTheClearUnasked(String url, Security security, int port) {
    ImapLocation location = ImapLocation.parse(url);
    assertThat(location.security()).isEqualTo(security);
    assertThat(location.port()).isEqualTo(port);
  }

  @Test
  void readsEscapedUsersAndPasswords() {
    ImapLocation location = ImapLocation.parse("imaps://app%40example.org:a+b%2F%3Ac@h");
    assertThat(location.user()).isEqualTo("app@example.org");
    assertThat(location.password()).isEqualTo("a+b/:c");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"imaps://h", "imaps://user@h", "http://u:s3cret@h", "imaps://u:s3 cret@h", "x"})
  void refusesWhatItCannotUseWithoutQuotingAPassword(String url) {
    assertThatThrownBy(() -> ImapLocation.parse(url))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("s3");
  }

  @Test
  void neverPrintsTheCredentials() {
    assertThat(ImapLocation.parse("imaps://user:s3cret@h").toString())
        .doesNotContain("user")
        .doesNotContain("s3cret");
  }
}
