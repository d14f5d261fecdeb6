package dev.sendonce.intake;

import java.util.List;
import java.util.Optional;

/**
 * The client behind a request and what its API key allows.
 *
 * @param senders addresses ({@code a@b}) or domains ({@code @b}) it may send from; empty for any
 * @param relays relays it may use; empty for any
 */
public record Submitter(
    String client, Optional<String> keyPrefix, List<String> senders, List<String> relays) {
  public Submitter {
    senders = List.copyOf(senders);
    relays = List.copyOf(relays);
  }
}
