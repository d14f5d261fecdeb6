package dev.sendonce.message;

/** Addresses for tests. */
final class Addresses {
  private Addresses() {}

  static Mailbox of(String text) {
    if (AddressParser.parse(text) instanceof ParsedAddress.Valid valid) {
      return valid.mailbox();
    }
    throw new IllegalArgumentException(text);
  }
}
