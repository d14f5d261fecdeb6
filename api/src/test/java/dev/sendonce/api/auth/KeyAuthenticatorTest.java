package dev.sendonce.api.auth;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class KeyAuthenticatorTest {
  private static final String FIRST = "the-first-key-of-a-deployment";

  private final AtomicLong nanos = new AtomicLong();
  private MongoServer server;
  private MongoClient mongo;
  private ApiKeys keys;
  private KeyAuthenticator authenticator;

  @BeforeEach
  void start() {
    server = new MongoServer(new MemoryBackend());
    mongo = MongoClients.create(server.bindAndGetConnectionString());
    keys = new ApiKeys(mongo.getDatabase("test"), Clock.systemUTC());
    authenticator = new KeyAuthenticator(keys, Optional.of(ApiKeySecret.of(FIRST)), nanos::get);
  }

  @AfterEach
  void stop() {
    mongo.close();
    server.shutdownNow();
  }

  @Test
  void storesTheFirstKeyWhenItIsUsed() {
    assertThat(authenticator.authenticate(FIRST)).get().matches(c -> c.key().admin());
    assertThat(keys.list("", 10)).hasSize(1);
  }

  @Test
  void theFirstKeyDoesNotComeBackAfterItWasRevoked() {
    authenticator.authenticate(FIRST);
    keys.revoke(ApiKeySecret.of(FIRST).id());
    later();

    assertThat(authenticator.authenticate(FIRST)).isEmpty();
    assertThat(keys.list("", 10)).hasSize(1);
  }

  @Test
  void remembersAnAnswerForSecondsOnly() {
    authenticator.authenticate(FIRST);
    keys.revoke(ApiKeySecret.of(FIRST).id());

    assertThat(authenticator.authenticate(FIRST)).isPresent();
    later();
    assertThat(authenticator.authenticate(FIRST)).isEmpty();
  }

  @Test
  void aSharedIdIsNotEnough() {
    ApiKeySecret secret = ApiKeySecret.of("some-secret");
    keys.store(secret, Grant.administrator("x"));

    assertThat(secret.matches(ApiKeySecret.of("another-secret").hash())).isFalse();
    assertThat(keys.find(ApiKeySecret.of("another-secret"))).isEmpty();
    assertThat(keys.find(ApiKeySecret.of("some-secret"))).isPresent();
  }

  private void later() {
    nanos.addAndGet(KeyAuthenticator.MEMORY.toNanos() + 1);
  }
}
