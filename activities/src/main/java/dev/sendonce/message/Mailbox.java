package dev.sendonce.message;

import dev.sendonce.send.EmailAddress;
import java.util.Optional;

/**
 * One person in a header field (RFC 5322, 3.4).
 *
 * @param name the display name, decoded, or empty
 */
public record Mailbox(Optional<String> name, EmailAddress address) {
  /** A mailbox without a display name. */
  public static Mailbox of(EmailAddress address) {
    return new Mailbox(Optional.empty(), address);
  }
}
