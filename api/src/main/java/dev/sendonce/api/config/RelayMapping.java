package dev.sendonce.api.config;

import dev.sendonce.api.config.EvidenceConfiguration.Bounces;
import dev.sendonce.api.config.EvidenceConfiguration.Journal;
import dev.sendonce.smtp.RelaySettings;
import dev.sendonce.smtp.RelaySettings.Credentials;
import dev.sendonce.smtp.RelaySettings.Retry;
import dev.sendonce.smtp.RelaySettings.Timeouts;
import java.util.Map;
import java.util.Optional;

/** Turns the YAML of a relay into the settings that the transport works with. */
public final class RelayMapping {
  private final Secret secrets;

  public RelayMapping(Map<String, String> environment) {
    this.secrets = new Secret(environment);
  }

  /** The settings; {@link IllegalArgumentException} names the YAML path of what is wrong. */
  public RelaySettings settings(String name, RelayConfiguration relay) {
    String path = "relays." + name;
    RelayUrl url = url(path, relay);
    return new RelaySettings(
        name,
        url.host(),
        url.port(),
        relay.security() == null ? url.security() : relay.security(),
        credentials(path, relay.credentials()),
        new Timeouts(
            relay.timeouts().connect().toJavaDuration(),
            relay.timeouts().command().toJavaDuration(),
            relay.timeouts().data().toJavaDuration(),
            relay.timeouts().endOfData().toJavaDuration()),
        relay.maxConnections(),
        relay.messagesPerSecond(),
        new Retry(
            relay.retry().initial().toJavaDuration(),
            relay.retry().maximum().toJavaDuration(),
            relay.retry().expireAfter().toJavaDuration()),
        relay.trustTransientRejection(),
        Optional.ofNullable(relay.evidence().bounces()).map(Bounces::domain),
        Optional.ofNullable(relay.evidence().journal()).map(Journal::address),
        Optional.ofNullable(relay.trustedCertificates()));
  }

  private static RelayUrl url(String path, RelayConfiguration relay) {
    try {
      return RelayUrl.parse(relay.url());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(path + ".url: " + e.getMessage() + ".", e);
    }
  }

  private Optional<Credentials> credentials(String path, CredentialsConfiguration given) {
    return Optional.ofNullable(given)
        .map(
            c ->
                new Credentials(
                    c.mechanism(),
                    c.user(),
                    secrets.read(path + ".credentials", c.secretEnv(), c.secretFile())));
  }
}
