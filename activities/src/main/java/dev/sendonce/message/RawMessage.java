package dev.sendonce.message;

import dev.sendonce.send.EmailAddress;
import java.util.Optional;

/**
 * A message that a client built itself, checked and with CRLF line ends, but not frozen yet.
 *
 * @param author the address in its From field
 * @param messageId with angle brackets, when it has one
 * @param dated whether it has a Date field
 * @param contentDigest digest of subject and body, without the boundaries that builders invent anew
 *     each time
 */
public record RawMessage(
    EmailAddress author,
    Optional<String> messageId,
    boolean dated,
    String contentDigest,
    Content content)
    implements AutoCloseable {
  @Override
  public void close() {
    content.close();
  }
}
