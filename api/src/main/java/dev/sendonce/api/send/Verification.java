package dev.sendonce.api.send;

import dev.sendonce.send.Send;

/** Looks for evidence about an uncertain send, at once. */
@FunctionalInterface
public interface Verification {
  /** Asks every source once and answers with the send as it is afterwards. */
  Send now(Send send);
}
