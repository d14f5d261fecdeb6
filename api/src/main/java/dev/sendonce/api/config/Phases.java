package dev.sendonce.api.config;

import java.time.Duration;

/** The longest that one transaction with a relay can take. */
final class Phases {
  /** Greeting with TLS, MAIL with all RCPT, and DATA share the command time-out. */
  private static final int COMMAND_PHASES = 3;

  private Phases() {}

  static Duration together(RelayConfiguration relay) {
    RelayConfiguration.TimeoutsConfiguration t = relay.timeouts();
    return t.connect()
        .toJavaDuration()
        .plus(t.command().toJavaDuration().multipliedBy(COMMAND_PHASES))
        .plus(t.data().toJavaDuration())
        .plus(t.endOfData().toJavaDuration());
  }
}
