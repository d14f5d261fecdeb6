package dev.sendonce.lab.relay;

import dev.sendonce.lab.relay.journal.Entry;
import dev.sendonce.lab.relay.script.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The envelope that a session is building. Used by one thread. */
final class Transaction {
  private final String from;
  private final List<Entry.Recipient> asked = new ArrayList<>();
  private final List<String> taken = new ArrayList<>();
  private Script chosen;

  Transaction(String from) {
    this.from = from;
  }

  String from() {
    return from;
  }

  /** The number of the RCPT that comes next, from 1. */
  int nextRcpt() {
    return asked.size() + 1;
  }

  /**
   * Records the answer to a RCPT. The first recipient that was taken and named a script decides
   * what happens from DATA on.
   */
  void asked(String address, int code, Optional<Script> named) {
    asked.add(new Entry.Recipient(address, code));
    if (code / 100 == 2) {
      taken.add(address);
      if (chosen == null) {
        chosen = named.orElse(null);
      }
    }
  }

  List<Entry.Recipient> asked() {
    return List.copyOf(asked);
  }

  List<String> taken() {
    return List.copyOf(taken);
  }

  Optional<Script> chosen() {
    return Optional.ofNullable(chosen);
  }
}
