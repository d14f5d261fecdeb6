package dev.sendonce.lab.mongo;

import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.QueryResult;
import de.bwaldvogel.mongo.backend.h2.H2Collection;
import de.bwaldvogel.mongo.bson.Document;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.h2.mvstore.MVMap;

/**
 * A collection that looks its documents up in a unique index whenever {@link IndexChoice} can. Its
 * {@code collStats} tell in {@code examined} how many documents were compared with a filter so far.
 */
final class IndexedCollection extends H2Collection {
  private final LongAdder examined = new LongAdder();

  IndexedCollection(
      MongoDatabase database,
      String name,
      CollectionOptions options,
      MVMap<Object, Document> documents,
      MVMap<String, Object> meta,
      CursorRegistry cursors) {
    super(database, name, options, documents, meta, cursors);
  }

  @Override
  protected QueryResult queryDocuments(
      Document filter, Document orderBy, int skip, int limit, int batchSize, Document fields) {
    Optional<IndexChoice> choice = IndexChoice.of(filter, getIndexes());
    if (choice.isEmpty()) {
      return super.queryDocuments(filter, orderBy, skip, limit, batchSize, fields);
    }
    Iterable<Object> positions = choice.get().index().getPositions(choice.get().lookup());
    return matchDocuments(filter, positions, orderBy, skip, limit, batchSize, fields);
  }

  @Override
  protected boolean documentMatchesQuery(Document document, Document filter) {
    examined.increment();
    return super.documentMatchesQuery(document, filter);
  }

  @Override
  public Document getStats() {
    return super.getStats().append("examined", examined.sum());
  }
}
