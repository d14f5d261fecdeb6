package dev.sendonce.message;

import dev.sendonce.send.EmailAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Reads {@code a@b} and {@code Name <a@b>} (RFC 5322, 3.4; RFC 6531 and 6532 for other scripts).
 *
 * <p>Strict on purpose: groups, comments, source routes, address literals and invisible characters
 * are refused with a reason instead of being interpreted, since a guess here mails the wrong
 * person. Blanks around the address and one trailing dot of the domain are dropped; the local part
 * is never changed.
 */
public final class AddressParser {
  private static final int MAXIMUM_OCTETS = 254;
  private static final int MAXIMUM_NAME = 320;

  private AddressParser() {}

  /** Never throws. */
  public static ParsedAddress parse(String text) {
    Optional<String> defect = Characters.lineDefect(text);
    if (defect.isPresent()) {
      return refused(defect.get());
    }
    String trimmed = trimmed(text);
    if (trimmed.isEmpty()) {
      return refused("is empty");
    }
    if (hasOpenQuote(trimmed)) {
      return refused("has a quote that is not closed");
    }
    int open = indexOutsideQuotes(trimmed, '<');
    if (open < 0) {
      return address(trimmed, Optional.empty());
    }
    if (!trimmed.endsWith(">")) {
      return refused(
          trimmed.endsWith(";")
              ? "is a group; list its members one by one"
              : trimmed.contains(">") ? "has text after the closing >" : "has a < without its >");
    }
    String phrase = trimmed(trimmed.substring(0, open));
    String nameDefect = nameDefect(phrase);
    if (nameDefect != null) {
      return refused(nameDefect);
    }
    String name = name(phrase);
    String inner = trimmed(trimmed.substring(open + 1, trimmed.length() - 1));
    if (inner.startsWith("@")) {
      return refused("has a source route, which is obsolete; leave it out");
    }
    return address(inner, name.isEmpty() ? Optional.empty() : Optional.of(name));
  }

  private static ParsedAddress address(String spec, Optional<String> name) {
    if (indexOutsideQuotes(spec, '(') >= 0) {
      return refused("contains a comment in parentheses; leave it out");
    }
    if (indexOutsideQuotes(spec, ';') >= 0 && indexOutsideQuotes(spec, ':') >= 0) {
      return refused("is a group; list its members one by one");
    }
    if (indexOutsideQuotes(spec, ',') >= 0 || indexOutsideQuotes(spec, ';') >= 0) {
      return refused("holds more than one address; use one entry for each");
    }
    int hidden = firstInvisible(spec);
    if (hidden >= 0) {
      return refused(String.format("contains the invisible character U+%04X; remove it", hidden));
    }
    int at = indexOutsideQuotes(spec, '@');
    if (at < 0) {
      return refused("has no @; write it as name@domain");
    }
    if (spec.indexOf('@', at + 1) >= 0) {
      return refused("has more than one @");
    }
    String local = spec.substring(0, at);
    Optional<String> defect = LocalPart.defect(local);
    if (defect.isPresent()) {
      return refused(defect.get());
    }
    DomainName.Result domain = DomainName.parse(spec.substring(at + 1));
    if (domain.domain().isEmpty()) {
      return refused(domain.reason());
    }
    EmailAddress address = new EmailAddress(local, domain.domain().get().ascii());
    return address.toString().getBytes(StandardCharsets.UTF_8).length > MAXIMUM_OCTETS
        ? refused("is longer than " + MAXIMUM_OCTETS + " octets")
        : new ParsedAddress.Valid(new Mailbox(name, address));
  }

  /** Why a phrase cannot be a display name, or null. */
  private static String nameDefect(String phrase) {
    if (phrase.codePointCount(0, phrase.length()) > MAXIMUM_NAME) {
      return "has a display name longer than " + MAXIMUM_NAME + " characters";
    }
    if (phrase.startsWith("\"")) {
      return LocalPart.closingQuote(phrase, 0) == phrase.length() - 1
          ? null
          : "has text beside its quoted display name";
    }
    for (int i = 0; i < phrase.length(); i++) {
      if ("(),:;<>\"\\".indexOf(phrase.charAt(i)) >= 0) {
        return phrase.charAt(i) == '('
            ? "contains a comment in parentheses; leave it out or quote the display name"
            : "has '" + phrase.charAt(i) + "' in its display name; put the name in quotes";
      }
    }
    return null;
  }

  private static String name(String phrase) {
    return trimmed(LocalPart.unquoted(phrase));
  }

  /** First index of a character outside quoted strings, all of which are closed, or -1. */
  private static int indexOutsideQuotes(String text, char wanted) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"') {
        i = LocalPart.closingQuote(text, i);
      } else if (c == wanted) {
        return i;
      }
    }
    return -1;
  }

  private static boolean hasOpenQuote(String text) {
    int quote = text.indexOf('"');
    while (quote >= 0) {
      int close = LocalPart.closingQuote(text, quote);
      if (close < 0) {
        return true;
      }
      quote = text.indexOf('"', close + 1);
    }
    return false;
  }

  private static int firstInvisible(String text) {
    return text.codePoints().filter(Characters::isInvisible).findFirst().orElse(-1);
  }

  private static String trimmed(String text) {
    int from = 0;
    int to = text.length();
    while (from < to && text.charAt(from) == ' ') {
      from++;
    }
    while (to > from && text.charAt(to - 1) == ' ') {
      to--;
    }
    return text.substring(from, to);
  }

  private static ParsedAddress refused(String reason) {
    return new ParsedAddress.Refused(reason);
  }
}
