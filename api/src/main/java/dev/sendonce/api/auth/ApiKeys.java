package dev.sendonce.api.auth;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gt;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.set;
import static com.mongodb.client.model.Updates.setOnInsert;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.UpdateOptions;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import org.bson.Document;
import org.bson.conversions.Bson;

/**
 * The API keys, in the collection {@code api_keys}. Only hashes are kept. A revoked key stays as a
 * record, so that it cannot come back. Throws the driver's exceptions when the database does not
 * answer. Thread-safe.
 */
public final class ApiKeys {
  private final MongoCollection<Document> keys;
  private final Clock clock;

  /** Works on a database with majority writes and reads. */
  public ApiKeys(MongoDatabase database, Clock clock) {
    this.keys = database.getCollection("api_keys");
    this.clock = clock;
  }

  /** Stores a key unless it is there already, revoked or not; answers with what is stored. */
  public ApiKey store(ApiKeySecret secret, Grant grant) {
    Bson create =
        combine(
            setOnInsert("hash", secret.hash()),
            setOnInsert("client", grant.client()),
            setOnInsert("keyPrefix", grant.keyPrefix().orElse(null)),
            setOnInsert("senders", grant.senders()),
            setOnInsert("relays", grant.relays()),
            setOnInsert("admin", grant.admin()),
            setOnInsert("createdAt", Date.from(clock.instant())),
            setOnInsert("revokedAt", null));
    keys.updateOne(eq("_id", secret.id()), create, new UpdateOptions().upsert(true));
    return record(keys.find(eq("_id", secret.id())).first());
  }

  /** The record of a secret, revoked or not. */
  public Optional<ApiKey> find(ApiKeySecret secret) {
    return Optional.ofNullable(keys.find(eq("_id", secret.id())).first())
        .filter(d -> secret.matches(d.getString("hash")))
        .map(ApiKeys::record);
  }

  /** The record with an id, revoked or not. */
  public Optional<ApiKey> find(String id) {
    return Optional.ofNullable(keys.find(eq("_id", id)).first()).map(ApiKeys::record);
  }

  /** Keys in the order of their ids, after a given one. */
  public List<ApiKey> list(String afterId, int limit) {
    List<ApiKey> found = new ArrayList<>();
    for (Document d : keys.find(gt("_id", afterId)).sort(Sorts.ascending("_id")).limit(limit)) {
      found.add(record(d));
    }
    return found;
  }

  /** Revokes a key; empty when there is none with that id. Revoking twice changes nothing. */
  public Optional<ApiKey> revoke(String id) {
    keys.updateOne(
        and(eq("_id", id), eq("revokedAt", null)), set("revokedAt", Date.from(clock.instant())));
    return Optional.ofNullable(keys.find(eq("_id", id)).first()).map(ApiKeys::record);
  }

  private static ApiKey record(Document d) {
    return new ApiKey(
        d.getString("_id"),
        d.getString("client"),
        d.getString("keyPrefix"),
        d.getList("senders", String.class),
        d.getList("relays", String.class),
        d.getBoolean("admin", false),
        instant(d.getDate("createdAt")),
        instant(d.getDate("revokedAt")));
  }

  private static Instant instant(Date date) {
    return date == null ? null : date.toInstant();
  }
}
