package dev.sendonce.api.auth;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.dropwizard.auth.Authenticator;
import java.time.Duration;
import java.util.Optional;

/**
 * Finds the caller behind a presented API key. An answer is remembered for {@link #MEMORY}, so that
 * a busy client costs one read in that time and a revocation is felt within it. Without a database
 * and without a remembered answer the driver's exception goes through and becomes a 503.
 * Thread-safe.
 */
public final class KeyAuthenticator implements Authenticator<String, Caller> {
  /** How long an answer is good for. */
  public static final Duration MEMORY = Duration.ofSeconds(5);

  private static final int REMEMBERED = 10_000;

  private final ApiKeys keys;
  private final Optional<ApiKeySecret> first;
  private final Cache<String, Optional<Caller>> answers;

  /**
   * An authenticator over stored keys.
   *
   * @param first the administrator's key that the deployment was started with; it is stored when it
   *     is used for the first time and can be revoked like any other
   */
  public KeyAuthenticator(ApiKeys keys, Optional<ApiKeySecret> first, Ticker ticker) {
    this.keys = keys;
    this.first = first;
    this.answers =
        Caffeine.newBuilder()
            .ticker(ticker)
            .expireAfterWrite(MEMORY)
            .maximumSize(REMEMBERED)
            .build();
  }

  @Override
  public Optional<Caller> authenticate(String presented) {
    ApiKeySecret secret = ApiKeySecret.of(presented);
    return answers.get(secret.hash(), hash -> lookUp(secret));
  }

  private Optional<Caller> lookUp(ApiKeySecret secret) {
    Optional<ApiKey> stored = keys.find(secret);
    if (stored.isEmpty() && first.isPresent() && first.get().matches(secret.hash())) {
      stored = Optional.of(keys.store(secret, Grant.administrator("admin")));
    }
    return stored.filter(key -> key.revokedAt() == null).map(Caller::new);
  }
}
