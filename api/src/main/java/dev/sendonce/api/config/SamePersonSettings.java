package dev.sendonce.api.config;

import dev.sendonce.message.SamePersonRules;
import java.util.List;
import java.util.Set;

/**
 * Domains whose different spellings are one person to the content guard.
 *
 * @param plusTagDomains where everything from the first plus sign on is a tag
 * @param dotDomains where dots in the local part mean nothing
 */
public record SamePersonSettings(List<String> plusTagDomains, List<String> dotDomains) {
  public SamePersonSettings {
    plusTagDomains = plusTagDomains == null ? List.of() : List.copyOf(plusTagDomains);
    dotDomains = dotDomains == null ? List.of() : List.copyOf(dotDomains);
  }

  /** The same, in the type that the rest of the code uses. */
  public SamePersonRules rules() {
    return new SamePersonRules(Set.copyOf(plusTagDomains), Set.copyOf(dotDomains));
  }
}
