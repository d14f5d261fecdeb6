package dev.sendonce.api.auth;

import dev.sendonce.intake.Submitter;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import java.security.Principal;
import java.util.Optional;

/** Who a request comes from, as its API key says. */
public record Caller(ApiKey key) implements Principal {
  /** Role of those who may administer API keys. */
  public static final String ADMIN = "admin";

  @Override
  public String getName() {
    return key.client();
  }

  /** Whether the key may see and decide about this send. */
  public boolean maySee(Send send) {
    return maySee(send.client());
  }

  /** Whether the key may see what belongs to this client. */
  public boolean maySee(String client) {
    return key.admin() || key.client().equals(client);
  }

  /** Whether the key may use this Idempotency-Key for a new send. */
  public boolean mayUse(SendKey sendKey) {
    return key.keyPrefix() == null || sendKey.value().startsWith(key.keyPrefix());
  }

  /** The same, as intake wants to know it. */
  public Submitter submitter() {
    return new Submitter(
        key.client(), Optional.ofNullable(key.keyPrefix()), key.senders(), key.relays());
  }
}
