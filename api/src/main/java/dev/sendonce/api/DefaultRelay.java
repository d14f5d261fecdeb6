package dev.sendonce.api;

import dev.sendonce.api.config.SendonceConfiguration;

/** The relay of requests that name none. */
final class DefaultRelay {
  private static final String NAME = "default";

  private DefaultRelay() {}

  /** The one called {@code default}, else the first in the configuration. */
  static String of(SendonceConfiguration c) {
    return c.relays().containsKey(NAME) ? NAME : c.relays().keySet().iterator().next();
  }
}
