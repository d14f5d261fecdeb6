package dev.sendonce.api.auth;

import java.util.List;
import java.util.Optional;

/** What a new API key shall be allowed; see {@link ApiKey} for the meaning of the parts. */
public record Grant(
    String client,
    Optional<String> keyPrefix,
    List<String> senders,
    List<String> relays,
    boolean admin) {
  public Grant {
    senders = List.copyOf(senders);
    relays = List.copyOf(relays);
  }

  /** Everything, for the first key of a deployment. */
  public static Grant administrator(String client) {
    return new Grant(client, Optional.empty(), List.of(), List.of(), true);
  }
}
