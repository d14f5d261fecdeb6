package dev.sendonce.api.config;

import dev.sendonce.message.AddressParser;
import dev.sendonce.message.ParsedAddress;
import dev.sendonce.message.SamePersonRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Domains whose different spellings are one person to the content guard and to lists, never to the
 * envelope. Their own spelling does not matter: case and script are as in addresses.
 *
 * @param plusTagDomains where everything from the first plus sign on is a tag
 * @param dotDomains where dots in the local part mean nothing
 */
public record SamePersonSettings(List<String> plusTagDomains, List<String> dotDomains) {
  private static final String ANYBODY = "x";

  public SamePersonSettings {
    plusTagDomains = plusTagDomains == null ? List.of() : List.copyOf(plusTagDomains);
    dotDomains = dotDomains == null ? List.of() : List.copyOf(dotDomains);
  }

  /** The same, in the type that the rest of the code uses; for settings without mistakes. */
  public SamePersonRules rules() {
    return new SamePersonRules(labels(plusTagDomains), labels(dotDomains));
  }

  /** One sentence for each entry that is no domain. */
  List<String> mistakes() {
    List<String> found = new ArrayList<>();
    mistakes("plusTagDomains", plusTagDomains, found);
    mistakes("dotDomains", dotDomains, found);
    return found;
  }

  private static void mistakes(String name, List<String> domains, List<String> found) {
    domains.stream()
        .filter(domain -> label(domain).isEmpty())
        .forEach(
            domain ->
                found.add(
                    "samePerson."
                        + name
                        + ": '"
                        + domain
                        + "' is not a domain such as gmail.com."));
  }

  private static Set<String> labels(List<String> domains) {
    return domains.stream()
        .flatMap(domain -> label(domain).stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  /** As addresses hold it: A-labels, here in lower case. */
  private static Optional<String> label(String domain) {
    return AddressParser.parse(ANYBODY + "@" + domain) instanceof ParsedAddress.Valid valid
            && valid.mailbox().address().local().equals(ANYBODY)
        ? Optional.of(valid.mailbox().address().domain().toLowerCase(Locale.ROOT))
        : Optional.empty();
  }
}
