package dev.sendonce.message;

import dev.sendonce.send.EmailAddress;
import java.text.Normalizer;
import java.util.Locale;

/**
 * The form in which two addresses are compared for being the same person, and nothing else: it
 * never goes into an envelope or a header, since only the receiving server may interpret a local
 * part (RFC 5321, 2.3.11).
 *
 * <p>Case of domain and local part, needless quotes, and the Unicode composition of the local part
 * do not distinguish people; by {@link SamePersonRules} dots and plus-tags of named domains do not
 * either. Idempotent: the canonical form of a canonical form is itself.
 */
public record CanonicalAddress(String value) {
  /** The canonical form of an address of the envelope. */
  public static CanonicalAddress of(EmailAddress address, SamePersonRules rules) {
    String domain = address.domain().toLowerCase(Locale.ROOT);
    String local = folded(LocalPart.unquoted(address.local()));
    return new CanonicalAddress(LocalPart.spelled(rules.apply(local, domain)) + "@" + domain);
  }

  private static String folded(String local) {
    String composed = Normalizer.normalize(local, Normalizer.Form.NFC);
    String lower = Normalizer.normalize(composed.toLowerCase(Locale.ROOT), Normalizer.Form.NFC);
    return lower.toLowerCase(Locale.ROOT).equals(lower) ? lower : folded(lower);
  }

  @Override
  public String toString() {
    return value;
  }
}
