package dev.sendonce.api.auth;

import dev.sendonce.intake.FieldError;
import dev.sendonce.message.AddressParser;
import dev.sendonce.message.Characters;
import dev.sendonce.message.ParsedAddress;
import dev.sendonce.send.EmailAddress;
import dev.sendonce.send.SendKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a grant may say. A key bound to something that no request can have would be refused at every
 * use, and nobody would see why. Thread-safe.
 */
public final class GrantRules {
  private static final String SENDER = "must be an address, or a domain with an @ in front";

  private final Set<String> relays;

  /**
   * Rules of one deployment.
   *
   * @param relays names of the configured relays
   */
  public GrantRules(Set<String> relays) {
    this.relays = Set.copyOf(relays);
  }

  /** Everything that is wrong with a grant. */
  public List<FieldError> defects(Grant grant) {
    List<FieldError> found = new ArrayList<>();
    if (grant.client() != null) {
      Characters.lineDefect(grant.client())
          .ifPresent(defect -> found.add(new FieldError("client", defect)));
    }
    grant
        .keyPrefix()
        .filter(prefix -> !isBeginningOfKey(prefix))
        .ifPresent(
            prefix ->
                found.add(
                    new FieldError(
                        "keyPrefix", "must be the beginning of a key, which is " + SendKey.RULE)));
    for (int i = 0; i < grant.senders().size(); i++) {
      if (sender(grant.senders().get(i)).isEmpty()) {
        found.add(new FieldError("senders[" + i + "]", SENDER));
      }
    }
    for (int i = 0; i < grant.relays().size(); i++) {
      if (!relays.contains(grant.relays().get(i))) {
        found.add(new FieldError("relays[" + i + "]", "is not a relay of this service"));
      }
    }
    return found;
  }

  /** The grant with its senders spelled as in an envelope; for one without defects. */
  public Grant spelled(Grant grant) {
    return new Grant(
        grant.client(),
        grant.keyPrefix(),
        grant.senders().stream().map(text -> sender(text).orElseThrow()).toList(),
        grant.relays(),
        grant.admin());
  }

  private static boolean isBeginningOfKey(String prefix) {
    return SendKey.isValid(prefix) || SendKey.isValid(prefix + "0");
  }

  private static Optional<String> sender(String text) {
    if (!text.startsWith("@")) {
      return address(text).map(EmailAddress::toString);
    }
    return address("x" + text)
        .filter(address -> address.local().equals("x"))
        .map(address -> "@" + address.domain());
  }

  private static Optional<EmailAddress> address(String text) {
    return AddressParser.parse(text) instanceof ParsedAddress.Valid valid
            && valid.mailbox().name().isEmpty()
        ? Optional.of(valid.mailbox().address())
        : Optional.empty();
  }
}
