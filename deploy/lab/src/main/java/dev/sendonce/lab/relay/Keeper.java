package dev.sendonce.lab.relay;

import java.io.IOException;

/** Stores the letters that a relay takes responsibility for. */
@FunctionalInterface
public interface Keeper {
  /** A keeper for relays whose journal is enough. */
  Keeper NOWHERE = letter -> {};

  /** Returns when the letter is stored; called before the relay says so. Thread-safe. */
  void keep(Letter letter) throws IOException;
}
