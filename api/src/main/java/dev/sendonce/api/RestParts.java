package dev.sendonce.api;

import dev.sendonce.api.engine.Engine;
import dev.sendonce.api.send.Verification;
import dev.sendonce.smtp.Relay;
import java.time.Clock;
import java.util.Map;

/** What the REST side works with. */
record RestParts(
    Clock clock,
    Storage storage,
    Map<String, Relay> relays,
    Engine engine,
    Verification verification) {
  RestParts {
    relays = Map.copyOf(relays);
  }
}
