package dev.sendonce.send;

/**
 * An address as it stands in the envelope: local part untouched, domain as A-label (RFC 5890).
 * Parsing and the canonical form live in {@code dev.sendonce.message}.
 *
 * @param local the local part, quotes included where it has them
 * @param domain ASCII
 */
public record EmailAddress(String local, String domain) {
  /** True when the local part needs SMTPUTF8 (RFC 6531). */
  public boolean needsSmtpUtf8() {
    return local.chars().anyMatch(c -> c > 0x7e);
  }

  @Override
  public String toString() {
    return local + "@" + domain;
  }

  /** Splits at the last at-sign, without validating: for values that the ledger holds. */
  public static EmailAddress ofStored(String address) {
    int at = address.lastIndexOf('@');
    return new EmailAddress(address.substring(0, at), address.substring(at + 1));
  }
}
