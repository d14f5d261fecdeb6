package dev.sendonce.lab.chaos;

/** What the relay does with the final dot; the recipient of a letter chooses it. */
enum Behaviour {
  KEEPS("ann@example.test", true, "sent"),
  REFUSES("550-dot@fault.test", false, "not_sent"),
  DEFERS("451-twice-then-250@fault.test", false, "sent"),
  SILENT_KEPT("no-reply-kept@fault.test", true, "sent"),
  SILENT_LOST("no-reply-lost@fault.test", false, Behaviour.UNCERTAIN),
  CLOSING_KEPT("421-dot-kept@fault.test", true, "sent");

  /** Stands for {@code confirming} and {@code unconfirmed}: nobody knows. */
  static final String UNCERTAIN = "uncertain";

  private final String recipient;
  private final boolean kept;
  private final String end;

  Behaviour(String recipient, boolean kept, String end) {
    this.recipient = recipient;
    this.kept = kept;
    this.end = end;
  }

  String recipient() {
    return recipient;
  }

  /** How a send ends whose attempts are not disturbed, the copy in Sent being evidence. */
  String end() {
    return end;
  }

  /** How a send ends whose relay had its say about the first attempt, and nobody recorded it. */
  String endWhenUnrecorded() {
    return kept ? "sent" : UNCERTAIN;
  }

  String key(String prefix) {
    return prefix + "-" + name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
  }
}
