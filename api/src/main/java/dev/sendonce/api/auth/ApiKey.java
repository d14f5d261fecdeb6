package dev.sendonce.api.auth;

import java.time.Instant;
import java.util.List;

/**
 * What the service keeps of an API key; never the key itself.
 *
 * @param id public name of the key, derived from its hash
 * @param client on whose behalf the key acts
 * @param keyPrefix every Idempotency-Key used with it must start so; null for any
 * @param senders addresses ({@code a@b}) or domains ({@code @b}) it may send from; empty for any
 * @param relays relays it may use; empty for any
 * @param admin may see every client's sends and administer API keys
 * @param revokedAt null while it is good
 */
public record ApiKey(
    String id,
    String client,
    String keyPrefix,
    List<String> senders,
    List<String> relays,
    boolean admin,
    Instant createdAt,
    Instant revokedAt) {
  public ApiKey {
    senders = List.copyOf(senders);
    relays = List.copyOf(relays);
  }
}
