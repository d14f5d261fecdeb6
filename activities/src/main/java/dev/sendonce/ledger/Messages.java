package dev.sendonce.ledger;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.gridfs.GridFSBucket;
import com.mongodb.client.gridfs.GridFSBuckets;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.ReturnDocument;
import dev.sendonce.send.FrozenMessage;
import dev.sendonce.send.SendKey;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.UUID;
import org.bson.BsonString;
import org.bson.Document;
import org.bson.types.Binary;

/**
 * The store of frozen messages, keyed by the id of the send; GridFS above 8 MB, so that neither a
 * document nor the memory of a node holds a large one. Every method throws {@link
 * LedgerUnavailableException} when MongoDB does not answer, and may be repeated. Thread-safe.
 *
 * <p>The document comes before what is in GridFS and goes after it, so that whatever a crash leaves
 * behind is found by {@link OrphanMessages}. Each act of storing has a stamp of its own; bytes are
 * deleted by stamp, so a deletion that was decided earlier never meets bytes that were stored
 * later.
 */
public final class Messages {
  static final int LARGE = 8 * 1024 * 1024;
  static final String COLLECTION = "messages";
  static final String KEY = "key";
  static final String STAMP = "stamp";
  static final String STORED_AT = "storedAt";

  private static final String BYTES = "bytes";
  private static final String INCOMPLETE = "incomplete";
  private static final String LARGE_BUCKET = "large_messages";

  private final MongoCollection<Document> messages;
  private final MongoCollection<Document> chunks;
  private final MongoCollection<Document> files;
  private final GridFSBucket bucket;
  private final Condemned condemned;
  private final int large;

  public Messages(MongoDatabase database) {
    this(database, LARGE);
  }

  /** For tests: another limit above which GridFS is used. */
  Messages(MongoDatabase database, int large) {
    MongoDatabase decisive = MongoConnection.decisive(database);
    this.messages = decisive.getCollection(COLLECTION);
    this.chunks = decisive.getCollection(LARGE_BUCKET + ".chunks");
    this.files = decisive.getCollection(LARGE_BUCKET + ".files");
    this.bucket = GridFSBuckets.create(decisive, LARGE_BUCKET);
    this.condemned = new Condemned(database);
    this.large = large;
  }

  /**
   * Stores the bytes with majority, before the ledger row that names them. Storing an id again
   * replaces its bytes, which must be the same.
   *
   * @param key of the row that will name them
   */
  public void store(String id, SendKey key, FrozenMessage message) {
    String stamp = UUID.randomUUID().toString();
    Document content =
        new Document(KEY, key.value())
            .append(STAMP, stamp)
            .append(Row.MESSAGE_ID, message.messageId())
            .append(Row.DIGEST, message.digest())
            .append(Row.SIZE, message.size());
    boolean isLarge = message.size() > large;
    try (InputStream bytes = message.open()) {
      content.append(
          isLarge ? INCOMPLETE : BYTES, isLarge ? true : new Binary(bytes.readAllBytes()));
      Optional<String> before = put(id, content);
      if (isLarge) {
        bucket.uploadFromStream(new BsonString(stamp), id, bytes);
        messages.updateOne(
            new Document(Row.ID, id).append(STAMP, stamp),
            new Document("$unset", new Document(INCOMPLETE, "")));
        before.ifPresent(this::deleteFile);
      }
    } catch (MongoException e) {
      throw new LedgerUnavailableException("The message could not be stored.", e);
    } catch (IOException e) {
      throw new IllegalStateException("The frozen message could not be read.", e);
    }
  }

  /** Returns the stamp of what was stored before under this id. */
  private Optional<String> put(String id, Document content) {
    return Optional.ofNullable(
            messages.findOneAndUpdate(
                Filters.eq(Row.ID, id),
                new Document("$set", content).append("$currentDate", new Document(STORED_AT, true)),
                new FindOneAndUpdateOptions()
                    .upsert(true)
                    .returnDocument(ReturnDocument.BEFORE)
                    .projection(Projections.include(STAMP))))
        .map(before -> before.getString(STAMP));
  }

  /**
   * Makes sure that the bytes of a row stay, however long its acceptance took. To be called after
   * the row was recorded and before anybody is told so; see {@link OrphanMessages} for why.
   */
  public void keep(String id, SendKey key, FrozenMessage message) {
    try {
      if (condemned.contains(id)) {
        store(id, key, message);
        condemned.remove(id);
      }
    } catch (MongoException e) {
      throw new LedgerUnavailableException("The message could not be kept.", e);
    }
  }

  /** The stored message; empty after erasure. Large ones are read chunk by chunk. */
  public Optional<FrozenMessage> load(String id) {
    try {
      return Optional.ofNullable(messages.find(Filters.eq(Row.ID, id)).first())
          .filter(document -> !document.getBoolean(INCOMPLETE, false))
          .map(Stored::new);
    } catch (MongoException e) {
      throw new LedgerUnavailableException("The message could not be read.", e);
    }
  }

  /** Removes the bytes; of an unknown id, nothing. */
  public void delete(String id) {
    try {
      Document document =
          messages
              .find(Filters.eq(Row.ID, id))
              .projection(Projections.include(STAMP, Row.SIZE))
              .first();
      if (document != null) {
        delete(id, document.getString(STAMP), Bson.number(document, Row.SIZE) > large);
      }
    } catch (MongoException e) {
      throw new LedgerUnavailableException("The message could not be deleted.", e);
    }
  }

  /** Removes the bytes that were stored with this stamp, and no later ones. */
  void delete(String id, String stamp) {
    delete(id, stamp, true);
  }

  private void delete(String id, String stamp, boolean inFile) {
    if (inFile) {
      deleteFile(stamp);
    }
    messages.deleteOne(new Document(Row.ID, id).append(STAMP, stamp));
  }

  private void deleteFile(String stamp) {
    files.deleteOne(Filters.eq(Row.ID, stamp));
    chunks.deleteMany(Filters.eq("files_id", stamp));
  }

  private final class Stored implements FrozenMessage {
    private final Document document;

    private Stored(Document document) {
      this.document = document;
    }

    @Override
    public String messageId() {
      return document.getString(Row.MESSAGE_ID);
    }

    @Override
    public String digest() {
      return document.getString(Row.DIGEST);
    }

    @Override
    public long size() {
      return Bson.number(document, Row.SIZE);
    }

    @Override
    public InputStream open() {
      Binary bytes = document.get(BYTES, Binary.class);
      if (bytes != null) {
        return new ByteArrayInputStream(bytes.getData());
      }
      try {
        return new StoredBytes(
            bucket.openDownloadStream(new BsonString(document.getString(STAMP))));
      } catch (MongoException e) {
        throw new LedgerUnavailableException("The message could not be opened.", e);
      }
    }
  }
}
