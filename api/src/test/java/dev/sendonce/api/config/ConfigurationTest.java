package dev.sendonce.api.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sendonce.evidence.EvidenceSettings;
import dev.sendonce.evidence.EvidenceSettings.FilesSentCopy;
import dev.sendonce.evidence.EvidenceSettings.LogFormat;
import dev.sendonce.message.SamePersonRules;
import dev.sendonce.smtp.RelaySettings;
import io.dropwizard.testing.ResourceHelpers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigurationTest {
  @TempDir Path directory;
  private final List<String> overridden = new ArrayList<>();

  @AfterEach
  void forgetOverrides() {
    overridden.forEach(System::clearProperty);
  }

  @Test
  void takesTheDefaultsOfTheContract() {
    SendonceConfiguration c = read();
    RelaySettings relay = new RelayMapping(Map.of()).settings("default", c.relays().get("default"));

    assertThat(relay.timeouts().connect()).isEqualTo(Duration.ofSeconds(30));
    assertThat(relay.timeouts().command()).isEqualTo(Duration.ofMinutes(5));
    assertThat(relay.timeouts().data()).isEqualTo(Duration.ofMinutes(3));
    assertThat(relay.timeouts().endOfData()).isEqualTo(Duration.ofMinutes(10));
    assertThat(relay.retry().expireAfter()).isEqualTo(Duration.ofHours(24));
    assertThat(relay.maxConnections()).isEqualTo(20);
    assertThat(relay.trustTransientRejection()).isTrue();
    assertThat(relay.security()).isEqualTo(RelaySettings.Security.NONE);
    assertThat(c.delivery().heartbeatTimeout().toSeconds()).isEqualTo(30);
    assertThat(c.resendGuard()).isEqualTo(Duration.ofMinutes(30));
    assertThat(c.duplicateWindow()).isEqualTo(Duration.ofMinutes(10));
    assertThat(c.shutdownGrace()).isEqualTo(Duration.ofSeconds(60));
    assertThat(c.lab()).isFalse();
  }

  @Test
  void takesOverridesFromSystemProperties() {
    override("relays.default.timeouts.endOfData", "11m");
    override("verification.probes", "1s,2s");
    override("relays.second.url", "smtps://mail.example");

    SendonceConfiguration c = read();

    assertThat(c.relays().get("default").timeouts().endOfData().toMinutes()).isEqualTo(11);
    assertThat(c.verification().times())
        .containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(2));
    RelaySettings second = new RelayMapping(Map.of()).settings("second", c.relays().get("second"));
    assertThat(second.port()).isEqualTo(465);
    assertThat(second.security()).isEqualTo(RelaySettings.Security.TLS);
  }

  @ParameterizedTest
  @CsvSource({
    "relays.default.timeouts.endOfData, 9m, relays.default.timeouts.endOfData",
    "delivery.startToClose, 10m, delivery.startToClose",
    "resendGuard, 29m, resendGuard",
    "relays.default.timeouts.endOfData, 26m, resendGuard",
    "apiKey, short, apiKey",
    "secret, fifteen-letters, secret"
  })
  void refusesAnUnsafeSettingUnlessInTheLab(String path, String value, String named) {
    override(path, value);

    assertThatThrownBy(this::read)
        .isInstanceOf(ConfigurationRefusedException.class)
        .hasMessageContaining(named + ":")
        .hasMessageNotContaining("short,")
        .hasMessageNotContaining("fifteen");
    override("lab", "true");
    assertThat(read().lab()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "mongo.uri, mongodb://h/?w=1, w=1",
    "mongo.uri, mongodb://h/?w=0, w=0",
    "mongo.uri, mongodb://h/?readPreference=secondary, readPreference",
    "mongo.uri, mongodb://h/?readConcernLevel=local, readConcern",
    "mongo.uri, mongodb://h/?journal=false, journal",
    "mongo.uri, http://h, mongo.uri",
    "relays.default.url, ftp://x, relays.default.url",
    "relays.default.url, smtp://user:secret@x, relays.default.url",
    "'verification.probes', '2m,1m', verification.probes",
    "relays.default.maxConnections, 0, maxConnections",
    "relays.default.credentials.user, u, relays.default.credentials",
    "relays.default.evidence.imap.url, imap://nobody, relays.default.evidence.imap.url",
    "relays.default.evidence.archive, true, relays.default.evidence",
    "temporal.payloadKeyFile, /nowhere/keys, temporal.payloadKeyFile: /nowhere/keys",
    "temporal.codecEndpoint, true, temporal.codecEndpoint",
    "limits.content, 41MiB, limits.content",
    "samePerson.plusTagDomains, 'a.example,@b', samePerson.plusTagDomains: '@b'",
    "samePerson.dotDomains, b_.example, samePerson.dotDomains",
    "nonsense, 1, nonsense",
    "delivery.nonsense, 1, nonsense"
  })
  void refusesWhatCannotWorkEvenInTheLab(String path, String value, String named) {
    override("lab", "true");
    override(path, value);

    assertThatThrownBy(this::read)
        .isInstanceOf(ConfigurationRefusedException.class)
        .hasMessageContaining(named)
        .hasMessageNotContaining("secret@");
  }

  @Test
  void takesDomainsInAnySpelling() {
    override("samePerson.plusTagDomains", "Gmail.com,B\u00fccher.example");
    override("samePerson.dotDomains", "GMAIL.com.");

    assertThat(read().samePerson().rules())
        .isEqualTo(
            new SamePersonRules(Set.of("gmail.com", "xn--bcher-kva.example"), Set.of("gmail.com")));
  }

  @Test
  void readsSecretsFromFilesAndHidesThem() throws IOException {
    Path file = Files.writeString(directory.resolve("password"), "s3cret-word\n");
    override("relays.default.credentials.user", "mailer");
    override("relays.default.credentials.secretFile", file.toString());

    RelayConfiguration relay = read().relays().get("default");
    RelaySettings settings = new RelayMapping(Map.of()).settings("default", relay);

    assertThat(settings.credentials().orElseThrow().secret()).isEqualTo("s3cret-word");
    assertThat(settings.toString()).doesNotContain("s3cret-word");
    assertThat(new MongoSettings("mongodb://u:pw@h", "d").toString()).doesNotContain("pw");
  }

  @Test
  void readsSecretsFromTheEnvironmentAndNamesTheMissingOne() {
    CredentialsConfiguration credentials =
        new CredentialsConfiguration(null, "mailer", "SMTP_SECRET", null);
    RelayConfiguration relay =
        new RelayConfiguration(
            "smtp://h", null, credentials, null, null, null, null, null, null, null);

    assertThat(
            new RelayMapping(Map.of("SMTP_SECRET", "x1"))
                .settings("r", relay)
                .credentials()
                .orElseThrow()
                .secret())
        .isEqualTo("x1");
    assertThatThrownBy(() -> new RelayMapping(Map.of()).settings("r", relay))
        .hasMessageContaining("relays.r.credentials.secretEnv")
        .hasMessageContaining("SMTP_SECRET");
  }

  @Test
  void mapsEvidenceSettings() {
    override("relays.default.evidence.imap.url", "imap://app:pass%20word@127.0.0.1:1143");
    override("relays.default.evidence.imap.sentFolder", "auto");
    override("relays.default.evidence.imap.filesSentCopy", "no");
    override("relays.default.evidence.bounces.url", "imaps://b:c@mail.example");
    override("relays.default.evidence.bounces.domain", "bounces.example.org");
    override("relays.default.evidence.relayLog.path", "mail.log");
    override("relays.default.evidence.relayLog.format", "postfix");

    RelayConfiguration relay = read().relays().get("default");
    EvidenceSettings evidence = new EvidenceMapping(Map.of()).settings("default", relay.evidence());

    assertThat(evidence.imap().orElseThrow().location().password()).isEqualTo("pass word");
    assertThat(evidence.imap().orElseThrow().sentFolder()).isEmpty();
    assertThat(evidence.imap().orElseThrow().filesSentCopy()).isEqualTo(FilesSentCopy.NO);
    assertThat(evidence.relayLog().orElseThrow().format()).isEqualTo(LogFormat.POSTFIX);
    assertThat(new RelayMapping(Map.of()).settings("default", relay).bounceDomain())
        .contains("bounces.example.org");
  }

  @Test
  void saysThatThereIsNoFile() {
    assertThatThrownBy(() -> ConfigurationFile.read("/nowhere/sendonce.yml"))
        .isInstanceOf(ConfigurationRefusedException.class)
        .hasMessageContaining("/nowhere/sendonce.yml");
  }

  private void override(String path, String value) {
    overridden.add("dw." + path);
    System.setProperty("dw." + path, value);
  }

  private SendonceConfiguration read() {
    return ConfigurationFile.read(ResourceHelpers.resourceFilePath("test.yml"));
  }
}
