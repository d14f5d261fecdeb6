package dev.sendonce.send;

/** What keeps a send that is due from being tried. */
public enum HeldBy {
  /** Its breaker is open. */
  RELAY,
  /** It shuts down, or does not know the relay. */
  NODE,
  /** The frozen message is not the one that was accepted. */
  MESSAGE
}
