package dev.sendonce.message;

/** What {@link AddressParser} made of a string. */
public sealed interface ParsedAddress {
  /** An address that can be used as it is. */
  record Valid(Mailbox mailbox) implements ParsedAddress {}

  /** Not usable; the reason completes the sentence "the address …" and names the remedy. */
  record Refused(String reason) implements ParsedAddress {}
}
