package dev.sendonce.lab.relay;

import dev.sendonce.smtp.RelaySettings;
import dev.sendonce.smtp.RelaySettings.Credentials;
import dev.sendonce.smtp.RelaySettings.Security;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** How the transport under test is told to reach a fault relay. */
record ClientSettings(
    Security security,
    Optional<Credentials> credentials,
    Optional<Path> trusted,
    Duration command,
    Duration data,
    Duration endOfData) {

  /** Every phase has the same limit. */
  static ClientSettings plain(Duration limit) {
    return plain(limit, limit, limit);
  }

  static ClientSettings plain(Duration command, Duration data, Duration endOfData) {
    return new ClientSettings(
        Security.NONE, Optional.empty(), Optional.empty(), command, data, endOfData);
  }

  ClientSettings secured(Security how, Path pem) {
    return new ClientSettings(how, credentials, Optional.of(pem), command, data, endOfData);
  }

  ClientSettings withLogin() {
    Credentials login = new Credentials(Credentials.Mechanism.PLAIN, "ann", "secret");
    return new ClientSettings(security, Optional.of(login), trusted, command, data, endOfData);
  }

  RelaySettings to(int port) {
    return new RelaySettings(
        "fault",
        "127.0.0.1",
        port,
        security,
        credentials,
        new RelaySettings.Timeouts(command, command, data, endOfData),
        4,
        0,
        new RelaySettings.Retry(command, command, command),
        true,
        Optional.empty(),
        Optional.empty(),
        trusted.map(Path::toString));
  }
}
