package dev.sendonce.lab.relay;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An SMTP command line.
 *
 * @param verb in upper case
 * @param argument the rest, possibly empty
 */
record Command(String verb, String argument) {
  private static final Pattern PATH =
      Pattern.compile(
          "(?:FROM|TO):\\s*<(?:@[^:>]*:)?((?:\"(?:[^\"\\\\]|\\\\.)*\"|[^>\"])*)>(.*)",
          Pattern.CASE_INSENSITIVE);

  static Command parse(String line) {
    String[] parts = line.strip().split("\\s+", 2);
    return new Command(parts[0].toUpperCase(Locale.ROOT), parts.length > 1 ? parts[1] : "");
  }

  /** The address of MAIL or RCPT without brackets; empty for the null sender. */
  Optional<String> address() {
    Matcher m = PATH.matcher(argument);
    return m.matches() ? Optional.of(m.group(1)) : Optional.empty();
  }

  /** The value of a parameter of MAIL or RCPT; empty when it is absent, "" when it has none. */
  Optional<String> parameter(String name) {
    Matcher m = PATH.matcher(argument);
    if (!m.matches()) {
      return Optional.empty();
    }
    for (String word : m.group(2).strip().split("\\s+", -1)) {
      String[] pair = word.split("=", 2);
      if (pair[0].equalsIgnoreCase(name)) {
        return Optional.of(pair.length > 1 ? pair[1] : "");
      }
    }
    return Optional.empty();
  }
}
