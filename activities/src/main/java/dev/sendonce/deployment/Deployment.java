package dev.sendonce.deployment;

import static com.mongodb.client.model.Filters.eq;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.ReplaceOptions;
import org.bson.Document;

/**
 * The identity of a deployment, one document in {@code meta}: which database goes with which
 * Temporal namespace.
 *
 * <p>It keeps a copy of the production database from sending production's letters a second time:
 * the copy's node finds another namespace's id in it and does nothing until a person says {@code
 * adopt}. It also keeps two clusters off one database. Throws the driver's exceptions when the
 * database does not answer. Thread-safe.
 */
public final class Deployment {
  private static final String ID = "deployment";

  private final MongoCollection<Document> meta;

  /** Works on {@code meta} of a database with majority writes and reads. */
  public Deployment(MongoDatabase database) {
    this.meta = database.getCollection("meta");
  }

  /** Compares, and claims a database that belongs to nobody yet; the first of two claims wins. */
  public Standing check(EngineIdentity mine) {
    Document owner = meta.find(eq("_id", ID)).first();
    if (owner == null) {
      claim(mine);
      owner = meta.find(eq("_id", ID)).first();
    }
    EngineIdentity theirs =
        new EngineIdentity(owner.getString("namespace"), owner.getString("namespaceId"));
    return mine.namespaceId().equals(theirs.namespaceId())
        ? new Standing.Ours()
        : new Standing.Foreign(
            "This database belongs to Temporal "
                + theirs
                + ", but this node works with "
                + mine
                + ". If that is meant, run 'sendonce adopt --restored' (the database is a copy or"
                + " came from a backup) or 'sendonce adopt --new-engine' (only Temporal was lost).");
  }

  /** Makes the database this deployment's own, whoever owned it. */
  public void adopt(EngineIdentity mine) {
    meta.replaceOne(eq("_id", ID), document(mine), new ReplaceOptions().upsert(true));
  }

  private void claim(EngineIdentity mine) {
    try {
      meta.insertOne(document(mine));
    } catch (MongoWriteException e) {
      if (ErrorCategory.fromErrorCode(e.getCode()) != ErrorCategory.DUPLICATE_KEY) {
        throw e;
      }
    }
  }

  private static Document document(EngineIdentity identity) {
    return new Document("_id", ID)
        .append("namespace", identity.namespace())
        .append("namespaceId", identity.namespaceId());
  }
}
