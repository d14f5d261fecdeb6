package dev.sendonce.message;

import com.ibm.icu.text.IDNA;
import java.util.Locale;
import java.util.Optional;

/**
 * The domain of an address, as A-labels (RFC 5890).
 *
 * <p>Non-ASCII domains are converted by UTS #46 in its non-transitional form, which is IDNA2008 for
 * the characters on which the two standards differ: {@code straße.example} stays a domain of its
 * own ({@code xn--strae-oqa.example}), where {@code java.net.IDN} (IDNA2003) would silently make it
 * {@code strasse.example} and mail a stranger.
 *
 * @param ascii letters, digits, hyphens and dots; ASCII labels keep their case
 */
record DomainName(String ascii) {
  private static final IDNA UTS46 =
      IDNA.getUTS46Instance(
          IDNA.NONTRANSITIONAL_TO_ASCII
              | IDNA.NONTRANSITIONAL_TO_UNICODE
              | IDNA.USE_STD3_RULES
              | IDNA.CHECK_BIDI
              | IDNA.CHECK_CONTEXTJ);
  private static final int MAXIMUM = 253;

  /** Either a domain or the reason why there is none. */
  record Result(Optional<DomainName> domain, String reason) {}

  /** Accepts one trailing dot and drops it. */
  static Result parse(String text) {
    String name = text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
    if (name.isEmpty()) {
      return refused("has no domain after the @");
    }
    if (name.startsWith("[")) {
      return refused("has an address literal as its domain; use a domain name");
    }
    if (!Characters.isAscii(name)) {
      IDNA.Info info = new IDNA.Info();
      StringBuilder ascii = UTS46.nameToASCII(name, new StringBuilder(), info);
      if (info.hasErrors()) {
        return refused("has a domain that IDNA2008 does not allow (" + describe(info) + ")");
      }
      name = ascii.toString();
    }
    if (name.length() > MAXIMUM) {
      return refused("has a domain longer than " + MAXIMUM + " characters");
    }
    String[] labels = name.split("\\.", -1);
    for (String label : labels) {
      Optional<String> defect = labelDefect(label);
      if (defect.isPresent()) {
        return refused(defect.get());
      }
    }
    String last = labels[labels.length - 1];
    if (last.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return refused("has a number as its top-level domain; use a domain name");
    }
    return new Result(Optional.of(new DomainName(name)), "");
  }

  private static Optional<String> labelDefect(String label) {
    if (label.isEmpty()) {
      return Optional.of("has an empty label in its domain (two dots, or a dot in front)");
    }
    if (label.length() > 63) {
      return Optional.of("has a domain label longer than 63 characters");
    }
    if (label.startsWith("-") || label.endsWith("-")) {
      return Optional.of("has a domain label that begins or ends with a hyphen");
    }
    for (int i = 0; i < label.length(); i++) {
      char c = label.charAt(i);
      if (c != '-' && !Characters.isAlphanumeric(c)) {
        return Optional.of("has the character '" + c + "' in its domain");
      }
    }
    if (label.toLowerCase(Locale.ROOT).startsWith("xn--")) {
      IDNA.Info info = new IDNA.Info();
      UTS46.labelToUnicode(label, new StringBuilder(), info);
      if (info.hasErrors()) {
        return Optional.of("has '" + label + "' in its domain, which is not a valid A-label");
      }
    }
    return Optional.empty();
  }

  private static String describe(IDNA.Info info) {
    return info.getErrors().stream()
        .map(e -> e.name().toLowerCase(Locale.ROOT).replace('_', ' '))
        .sorted()
        .reduce((a, b) -> a + ", " + b)
        .orElse("unknown");
  }

  private static Result refused(String reason) {
    return new Result(Optional.empty(), reason);
  }
}
