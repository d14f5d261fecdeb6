package dev.sendonce.message;

import java.util.Set;

/**
 * Domains that are known to deliver several spellings to one mailbox. Empty by default: where
 * nothing is known, {@code ann+a@b} and {@code ann@b} are two people and both get their mail.
 *
 * @param plusTagDomains where everything from the first plus sign on is a tag; lower-case A-labels
 * @param dotDomains where dots mean nothing; lower-case A-labels
 */
public record SamePersonRules(Set<String> plusTagDomains, Set<String> dotDomains) {
  /** No domain has rules. */
  public static final SamePersonRules NONE = new SamePersonRules(Set.of(), Set.of());

  public SamePersonRules {
    plusTagDomains = Set.copyOf(plusTagDomains);
    dotDomains = Set.copyOf(dotDomains);
  }

  String apply(String local, String domain) {
    String base = local;
    int plus = base.indexOf('+');
    if (plus > 0 && plusTagDomains.contains(domain)) {
      base = base.substring(0, plus);
    }
    if (dotDomains.contains(domain) && base.chars().anyMatch(c -> c != '.')) {
      base = base.replace(".", "");
    }
    return base;
  }
}
