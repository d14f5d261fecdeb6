package dev.sendonce.evidence;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/**
 * What evidence that arrives by itself says about a message. Each of these proves that some server
 * had accepted it: a failed delivery, too, is one that was accepted and then failed.
 *
 * <p>Reports come repeated and in any order, so what is shown is the gravest one so far; the order
 * of the constants is that order.
 */
public enum Finding {
  /** Taken by the relay; nothing known about delivery. */
  ACCEPTED,
  /** Not delivered yet, the server keeps trying. */
  DELAYED,
  /** In the recipient's mailbox, or at the last server that reports. */
  DELIVERED,
  /** Given up; also when it was reported as delivered before. */
  BOUNCED,
  /** The recipient called it spam. */
  COMPLAINED;

  /** The spelling in the ledger and in JSON. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Reads {@link #wire()}; empty for findings that no report makes, such as a late reply. */
  public static Optional<Finding> ofWire(String wire) {
    for (Finding finding : values()) {
      if (finding.wire().equals(wire)) {
        return Optional.of(finding);
      }
    }
    return Optional.empty();
  }

  /** The gravest of them. */
  public static Optional<Finding> gravest(Collection<Finding> findings) {
    return findings.stream().max(Comparator.naturalOrder());
  }
}
