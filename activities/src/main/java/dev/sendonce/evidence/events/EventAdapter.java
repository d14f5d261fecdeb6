package dev.sendonce.evidence.events;

import java.io.IOException;
import java.util.List;

/** Knows how one provider signs and writes its notifications. Thread-safe. */
interface EventAdapter {
  /** True only when it provably comes from the provider, for this account. */
  boolean isAuthentic(Notification notification) throws IOException;

  /** Called for authentic ones only; {@link IOException} when it cannot be read. */
  List<ProviderEvent> read(Notification notification) throws IOException;
}
