package dev.sendonce.evidence.events;

import java.io.IOException;
import java.security.PublicKey;

/** The public keys that notifications are signed with. Thread-safe. */
@FunctionalInterface
interface SigningKeys {
  /** The key at this address; {@link IOException} when it is not trusted or cannot be had. */
  PublicKey at(String url) throws IOException;
}
