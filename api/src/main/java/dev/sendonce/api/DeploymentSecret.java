package dev.sendonce.api;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Updates.setOnInsert;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.UpdateOptions;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Supplier;
import org.bson.Document;

/**
 * The key under which erased content and addresses leave digests. A configured one keeps it out of
 * the database; without one a random key is made once and kept in {@code meta}, read when it is
 * first needed, because a node starts without a database. Thread-safe.
 */
final class DeploymentSecret implements Supplier<byte[]> {
  private static final String ID = "erasure-secret";
  private static final String VALUE = "value";

  private final Optional<String> configured;
  private final MongoCollection<Document> meta;
  private byte[] stored;

  DeploymentSecret(Optional<String> configured, MongoDatabase database) {
    this.configured = configured;
    this.meta = database.getCollection("meta");
  }

  @Override
  public synchronized byte[] get() {
    if (configured.isPresent()) {
      return configured.get().getBytes(StandardCharsets.UTF_8);
    }
    if (stored == null) {
      byte[] fresh = new byte[32];
      new SecureRandom().nextBytes(fresh);
      meta.updateOne(
          eq("_id", ID),
          setOnInsert(VALUE, Base64.getEncoder().encodeToString(fresh)),
          new UpdateOptions().upsert(true));
      stored = Base64.getDecoder().decode(meta.find(eq("_id", ID)).first().getString(VALUE));
    }
    return stored.clone();
  }
}
