package dev.sendonce.api.auth;

import dev.sendonce.api.problem.Problem;
import dev.sendonce.api.problem.ProblemException;
import dev.sendonce.api.problem.ProblemType;
import dev.sendonce.intake.Submitter;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
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

  /**
   * A name in the client's own space. No two clients share one: what stands in front of the first
   * slash is the client alone, and neither a slash nor a blank of its name survives there.
   */
  public String own(String name) {
    return URLEncoder.encode(key.client(), StandardCharsets.UTF_8) + "/" + name;
  }

  /** 403 unless the key may act under this Idempotency-Key. */
  public void checkMayUse(SendKey sendKey) {
    checkMayUse(sendKey.value());
  }

  /** 403 unless the key may act under every Idempotency-Key that starts so. */
  public void checkMayUse(String beginning) {
    if (key.keyPrefix() != null && !beginning.startsWith(key.keyPrefix())) {
      throw new ProblemException(
          Problem.of(
              ProblemType.FORBIDDEN,
              "This API key may only use keys that start with '" + key.keyPrefix() + "'."));
    }
  }

  /** The same, as intake wants to know it. */
  public Submitter submitter() {
    return new Submitter(
        key.client(), Optional.ofNullable(key.keyPrefix()), key.senders(), key.relays());
  }
}
