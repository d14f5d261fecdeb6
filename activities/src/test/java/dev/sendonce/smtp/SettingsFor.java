package dev.sendonce.smtp;

import java.time.Duration;
import java.util.Optional;

/** Builds the settings of a relay on 127.0.0.1 for tests; every deadline is one second. */
final class SettingsFor {
  private final int port;
  private String host = "127.0.0.1";
  private RelaySettings.Security security = RelaySettings.Security.NONE;
  private Optional<RelaySettings.Credentials> credentials = Optional.empty();
  private Duration connect = Duration.ofSeconds(1);
  private Duration command = Duration.ofSeconds(1);
  private Duration data = Duration.ofSeconds(1);
  private Duration endOfData = Duration.ofSeconds(1);
  private int maxConnections = 4;
  private boolean trust = true;
  private Optional<String> bounceDomain = Optional.empty();
  private Optional<String> journal = Optional.empty();
  private Optional<String> trusted = Optional.empty();

  SettingsFor(int port) {
    this.port = port;
  }

  SettingsFor host(String name) {
    host = name;
    return this;
  }

  SettingsFor security(RelaySettings.Security how, String trustedCertificates) {
    security = how;
    trusted = Optional.ofNullable(trustedCertificates);
    return this;
  }

  SettingsFor login(RelaySettings.Credentials.Mechanism mechanism, String user, String secret) {
    credentials = Optional.of(new RelaySettings.Credentials(mechanism, user, secret));
    return this;
  }

  SettingsFor deadlines(int millis) {
    connect = Duration.ofMillis(millis);
    command = connect;
    data = connect;
    endOfData = connect;
    return this;
  }

  SettingsFor commandDeadline(int millis) {
    command = Duration.ofMillis(millis);
    return this;
  }

  SettingsFor maxConnections(int count) {
    maxConnections = count;
    return this;
  }

  SettingsFor distrustTransientRejections() {
    trust = false;
    return this;
  }

  SettingsFor bounceDomain(String domain) {
    bounceDomain = Optional.of(domain);
    return this;
  }

  SettingsFor journal(String address) {
    journal = Optional.of(address);
    return this;
  }

  RelaySettings build() {
    return new RelaySettings(
        "test",
        host,
        port,
        security,
        credentials,
        new RelaySettings.Timeouts(connect, command, data, endOfData),
        maxConnections,
        0,
        new RelaySettings.Retry(Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofHours(1)),
        trust,
        bounceDomain,
        journal,
        trusted);
  }
}
