package dev.sendonce.ledger;

import dev.sendonce.send.FrozenMessage;
import java.util.Optional;

/** The store of frozen messages, keyed by the id of the send; GridFS above 8 MB. Thread-safe. */
@SuppressWarnings("DoNotCallSuggester")
public final class Messages {
  /** Stores the bytes with majority, before the ledger row that names them. Idempotent by id. */
  public void store(String id, FrozenMessage message) {
    throw new UnsupportedOperationException();
  }

  /** The stored message; empty after erasure. */
  public Optional<FrozenMessage> load(String id) {
    throw new UnsupportedOperationException();
  }

  /** Removes the bytes. */
  public void delete(String id) {
    throw new UnsupportedOperationException();
  }
}
