package dev.sendonce.ledger;

import com.mongodb.MongoException;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.gridfs.GridFSBucket;
import com.mongodb.client.gridfs.GridFSBuckets;
import com.mongodb.client.model.Filters;
import dev.sendonce.send.FrozenMessage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.bson.BsonString;
import org.bson.Document;
import org.bson.types.Binary;

/**
 * The store of frozen messages, keyed by the id of the send; GridFS above 8 MB, so that neither a
 * document nor the memory of a node holds a large one. Every method throws {@link
 * LedgerUnavailableException} when MongoDB does not answer, and may be repeated. Thread-safe.
 */
public final class Messages {
  static final int LARGE = 8 * 1024 * 1024;

  private static final String BYTES = "bytes";
  private static final String LARGE_BUCKET = "large_messages";

  private final MongoCollection<Document> messages;
  private final MongoCollection<Document> chunks;
  private final MongoCollection<Document> files;
  private final GridFSBucket bucket;
  private final int large;

  public Messages(MongoDatabase database) {
    this(database, LARGE);
  }

  /** For tests: another limit above which GridFS is used. */
  Messages(MongoDatabase database, int large) {
    MongoDatabase decisive = MongoConnection.decisive(database);
    this.messages = decisive.getCollection("messages");
    this.chunks = decisive.getCollection(LARGE_BUCKET + ".chunks");
    this.files = decisive.getCollection(LARGE_BUCKET + ".files");
    this.bucket = GridFSBuckets.create(decisive, LARGE_BUCKET);
    this.large = large;
  }

  /** Stores the bytes with majority, before the ledger row that names them. Idempotent by id. */
  public void store(String id, FrozenMessage message) {
    Document stored =
        new Document(Row.ID, id)
            .append(Row.MESSAGE_ID, message.messageId())
            .append(Row.DIGEST, message.digest())
            .append(Row.SIZE, message.size());
    try (InputStream bytes = message.open()) {
      if (message.size() > large) {
        upload(id, bytes);
      } else {
        stored.append(BYTES, new Binary(bytes.readAllBytes()));
      }
      insert(stored);
    } catch (MongoException e) {
      throw new LedgerUnavailableException("The message could not be stored.", e);
    } catch (IOException e) {
      throw new IllegalStateException("The frozen message could not be read.", e);
    }
  }

  private void insert(Document stored) {
    try {
      messages.insertOne(stored);
    } catch (MongoWriteException e) {
      if (e.getError().getCode() != 11000) {
        throw e;
      }
      // the same id is the same frozen bytes: stored before
    }
  }

  /** An upload that broke off has left chunks without a file; they are in the way. */
  private void upload(String id, InputStream bytes) {
    if (files.find(Filters.eq(Row.ID, id)).first() == null) {
      chunks.deleteMany(Filters.eq("files_id", id));
      bucket.uploadFromStream(new BsonString(id), id, bytes);
    }
  }

  /** The stored message; empty after erasure. Large ones are read chunk by chunk. */
  public Optional<FrozenMessage> load(String id) {
    try {
      return Optional.ofNullable(messages.find(Filters.eq(Row.ID, id)).first())
          .map(document -> new Stored(id, document));
    } catch (MongoException e) {
      throw new LedgerUnavailableException("The message could not be read.", e);
    }
  }

  /** Removes the bytes; of an unknown id, nothing. */
  public void delete(String id) {
    try {
      messages.deleteOne(Filters.eq(Row.ID, id));
      files.deleteOne(Filters.eq(Row.ID, id));
      chunks.deleteMany(Filters.eq("files_id", id));
    } catch (MongoException e) {
      throw new LedgerUnavailableException("The message could not be deleted.", e);
    }
  }

  private final class Stored implements FrozenMessage {
    private final String id;
    private final Document document;

    private Stored(String id, Document document) {
      this.id = id;
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
    public InputStream open() throws IOException {
      Binary bytes = document.get(BYTES, Binary.class);
      if (bytes != null) {
        return new ByteArrayInputStream(bytes.getData());
      }
      try {
        return bucket.openDownloadStream(new BsonString(id));
      } catch (MongoException e) {
        throw new IOException("The stored message could not be opened.", e);
      }
    }
  }
}
