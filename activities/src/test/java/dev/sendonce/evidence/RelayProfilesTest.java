package dev.sendonce.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sendonce.evidence.EvidenceSettings.FilesSentCopy;
import dev.sendonce.evidence.RelayProfile.MessageIdFate;
import dev.sendonce.evidence.RelayProfile.SentCopy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RelayProfilesTest {
  @ParameterizedTest
  @CsvSource({
    "smtp.gmail.com, gmail",
    "SMTP-RELAY.gmail.com, gmail",
    "smtp.office365.com, outlook",
    "smtp-mail.outlook.com, outlook",
    "email-smtp.eu-west-1.amazonaws.com, ses",
    "smtp.postmarkapp.com, postmark",
    "smtp.sendgrid.net, sendgrid",
    "smtp.eu.mailgun.org, mailgun",
    "smtp-relay.brevo.com, brevo",
    "smtp.mail.yahoo.com, yahoo",
    "smtp.mail.me.com, icloud",
    "smtp.fastmail.com, fastmail",
    "smtp.zoho.eu, zoho",
    "mail.example.org, default",
    "gmail.com.example.org, default",
    "127.0.0.1, default"
  })
  void chosenByHostName(String host, String profile) {
    assertThat(RelayProfiles.forHost(host).name()).isEqualTo(profile);
  }

  @ParameterizedTest
  @CsvSource({
    "default, 'Ok: queued as 4jd3jB2CYsz1SHhK', 4jd3jB2CYsz1SHhK",
    "default, 'OK id=1xXobX-0004FA-1W', 1xXobX-0004FA-1W",
    "default, 'u23AbCdE012345 Message accepted for delivery', u23AbCdE012345",
    "gmail, 'OK  1772618400 5b1f17b1804b1-48 - gsmtp', 5b1f17b1804b1-48",
    "outlook, 'OK <AM0PR01@x.prod.outlook.com> [Hostname=AM0]', <AM0PR01@x.prod.outlook.com>",
    "ses, 'Ok 0102018abc-0000', 0102018abc-0000",
    "sendgrid, 'Ok: queued as 14c5d75ce93', 14c5d75ce93",
    "postmark, 'OK 883953f4-6105-42a2-a16a-77a8eac79483', 883953f4-6105-42a2-a16a-77a8eac79483"
  })
  void findsTheRelaysIdInItsReply(String profile, String reply, String id) {
    assertThat(RelayProfiles.named(profile).orElseThrow().providerId(reply)).contains(id);
  }

  @Test
  void findsNoIdWhereThereIsNone() {
    assertThat(RelayProfiles.forHost("mail.example.org").providerId("2.0.0 Ok")).isEmpty();
    assertThat(RelayProfiles.forHost("mail.example.org").providerId(null)).isEmpty();
  }

  private static EvidenceSettings settings(
      FilesSentCopy files, boolean archive, EvidenceSettings.ProfileOverrides overrides) {
    return new EvidenceSettings(
        Optional.of(
            new EvidenceSettings.Imap(
                ImapLocation.parse("imap://u:p@127.0.0.1"), Optional.empty(), files)),
        archive,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        overrides);
  }

  @Test
  void whatTheOperatorStatesOverridesTheGuess() {
    EvidenceSettings.ProfileOverrides overrides =
        new EvidenceSettings.ProfileOverrides(
            Optional.of("yahoo"),
            Optional.of(MessageIdFate.REPLACED),
            List.of("X-Old-Id"),
            Optional.of(Pattern.compile("ref (\\d+)")),
            Optional.of(Duration.ofMinutes(3)));
    RelayProfile profile =
        settings(FilesSentCopy.NO, false, overrides).profileFor("smtp.gmail.com");
    assertThat(profile.name()).isEqualTo("yahoo");
    assertThat(profile.sentCopy()).isEqualTo(SentCopy.NEVER);
    assertThat(profile.messageId()).isEqualTo(MessageIdFate.REPLACED);
    assertThat(profile.originalIdHeaders()).containsExactly("X-Old-Id");
    assertThat(profile.providerId("OK ref 77")).contains("77");
  }

  @Test
  void unknownLeavesTheStatementToTheProfile() {
    EvidenceSettings.ProfileOverrides none = EvidenceSettings.ProfileOverrides.NONE;
    assertThat(settings(FilesSentCopy.UNKNOWN, false, none).profileFor("smtp.gmail.com").sentCopy())
        .isEqualTo(SentCopy.AUTO);
    assertThat(settings(FilesSentCopy.YES, false, none).profileFor("mail.example.org").sentCopy())
        .isEqualTo(SentCopy.AUTO);
  }

  @Test
  void refusesAProfileThatDoesNotExist() {
    EvidenceSettings.ProfileOverrides overrides =
        new EvidenceSettings.ProfileOverrides(
            Optional.of("pigeon"), Optional.empty(), List.of(), Optional.empty(), Optional.empty());
    assertThatThrownBy(() -> settings(FilesSentCopy.NO, false, overrides).profileFor("x"))
        .hasMessageContaining("evidence.profile.name");
  }

  @Test
  void refusesAnArchiveBesideARelayThatFilesItsOwnCopies() {
    assertThatThrownBy(
            () -> settings(FilesSentCopy.YES, true, EvidenceSettings.ProfileOverrides.NONE))
        .hasMessageContaining("evidence.archive");
  }
}
