package dev.sendonce.lab.relay;

import dev.sendonce.smtp.RelaySettings;
import dev.sendonce.smtp.RelaySettings.Credentials;
import dev.sendonce.smtp.RelaySettings.Security;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** How the transport under test is told to reach a fault relay. */
record ClientSettings(
    Security security, Optional<Credentials> credentials, Optional<Path> trusted, Duration limit) {

  static ClientSettings plain(Duration limit) {
    return new ClientSettings(Security.NONE, Optional.empty(), Optional.empty(), limit);
  }

  ClientSettings secured(Security how, Path pem) {
    return new ClientSettings(how, credentials, Optional.of(pem), limit);
  }

  ClientSettings withLogin() {
    Credentials login = new Credentials(Credentials.Mechanism.PLAIN, "ann", "secret");
    return new ClientSettings(security, Optional.of(login), trusted, limit);
  }

  /** Every phase has the same limit. */
  RelaySettings to(int port) {
    return new RelaySettings(
        "fault",
        "127.0.0.1",
        port,
        security,
        credentials,
        new RelaySettings.Timeouts(limit, limit, limit, limit),
        4,
        0,
        new RelaySettings.Retry(limit, limit, limit),
        true,
        Optional.empty(),
        Optional.empty(),
        trusted.map(Path::toString));
  }
}
