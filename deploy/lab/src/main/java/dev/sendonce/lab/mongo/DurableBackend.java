package dev.sendonce.lab.mongo;

import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.backend.h2.H2Database;
import de.bwaldvogel.mongo.bson.Document;
import io.netty.channel.Channel;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;

/**
 * Answers a write only after its commit, and a read only from what was committed.
 *
 * <p>A write command and its commit exclude every other command. So a commit never catches another
 * command between a document and its index entry, which after a kill would leave a key that can
 * neither be found nor inserted; and nobody is told of a row that a kill then takes back.
 *
 * <p>The commit reaches the operating system, not the platter: it survives the death of this
 * process, not a power failure.
 */
final class DurableBackend extends H2Backend {
  private static final Set<String> READS =
      Set.of(
          "find",
          "count",
          "distinct",
          "getmore",
          "killcursors",
          "listcollections",
          "listindexes",
          "listdatabases",
          "ismaster",
          "buildinfo",
          "ping",
          "serverstatus",
          "collstats",
          "dbstats",
          "endsessions");

  /** The library's prefixes of map names. */
  private static final String DOCUMENTS = "databases.";

  private static final String META = "meta.";

  /** How full the file's chunks are kept, in percent, and how much one write may move for it. */
  private static final int FILL_RATE = 50;

  private static final int MOVED_BYTES = 1 << 20;
  private static final int WRITES_BETWEEN_COMPACTIONS = 200;

  private final ReadWriteLock lock = new ReentrantReadWriteLock(true);
  private int writesSinceCompaction;

  /**
   * @param store opened with auto-commit disabled; closed by {@link #close}
   */
  DurableBackend(MVStore store) {
    super(store);
  }

  @Override
  public Document handleCommand(Channel channel, String database, String command, Document query) {
    boolean reads = READS.contains(command.toLowerCase(Locale.ROOT));
    Lock mine = reads ? lock.readLock() : lock.writeLock();
    mine.lock();
    try {
      if (reads) {
        return super.handleCommand(channel, database, command, query);
      }
      try {
        return super.handleCommand(channel, database, command, query);
      } finally {
        commit();
        compactNowAndThen();
      }
    } finally {
      mine.unlock();
    }
  }

  private void compactNowAndThen() {
    writesSinceCompaction++;
    if (writesSinceCompaction >= WRITES_BETWEEN_COMPACTIONS) {
      writesSinceCompaction = 0;
      getMvStore().compact(FILL_RATE, MOVED_BYTES);
    }
  }

  Capacity capacity() {
    long documents =
        getMvStore().getMapNames().stream()
            .filter(name -> name.startsWith(DOCUMENTS))
            .mapToLong(name -> getMvStore().openMap(name).sizeAsLong())
            .max()
            .orElse(0);
    return new Capacity(documents, getMvStore().getFileStore().size());
  }

  @Override
  protected MongoDatabase openOrCreateDatabase(String name) {
    return new Database(name);
  }

  /** Waits for the command at work, then closes the file; later commands fail. */
  @Override
  public void close() {
    lock.writeLock().lock();
    try {
      super.close();
    } finally {
      lock.writeLock().unlock();
    }
  }

  /** An inner class because the library's constructors open what exists before any field is set. */
  private final class Database extends H2Database {
    Database(String name) {
      super(name, getMvStore(), getCursorRegistry());
    }

    @Override
    protected MongoCollection<Object> openOrCreateCollection(
        String name, CollectionOptions options) {
      String fullName = getFullCollectionNamespace(name);
      MVMap<Object, Document> documents = getMvStore().openMap(DOCUMENTS + fullName);
      MVMap<String, Object> meta = getMvStore().openMap(META + fullName);
      return new IndexedCollection(this, name, options, documents, meta, cursorRegistry);
    }
  }
}
