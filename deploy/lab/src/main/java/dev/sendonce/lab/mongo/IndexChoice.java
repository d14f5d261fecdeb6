package dev.sendonce.lab.mongo;

import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.bson.BsonRegularExpression;
import de.bwaldvogel.mongo.bson.Document;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Finds, for a filter, a unique index and the part of the filter that this index can answer.
 *
 * <p>The library uses an index only when the filter names its keys and nothing else, so every
 * compare-and-set {@code {_id, state, …}} would scan the collection. Here the index narrows the
 * candidates, and the whole filter is still applied to each of them.
 *
 * @param index a unique index
 * @param lookup the conditions of the filter on exactly the keys of that index
 */
record IndexChoice(Index<Object> index, Document lookup) {

  /** The first index whose keys are all compared with plain values or, for one key, {@code $in}. */
  static Optional<IndexChoice> of(Document filter, List<Index<Object>> indexes) {
    Document conditions = new Document();
    collect(filter, conditions);
    return indexes.stream()
        .filter(Index::isUnique)
        .map(index -> new IndexChoice(index, restrict(conditions, index.getKeys())))
        .filter(choice -> choice.lookup.size() == choice.index.getKeys().size())
        .filter(choice -> choice.index.canHandle(choice.lookup))
        .findFirst();
  }

  /** The conditions that hold for every match: the top level and what {@code $and} adds to it. */
  private static void collect(Document filter, Document conditions) {
    filter.forEach(
        (key, value) -> {
          if (!key.equals("$and")) {
            conditions.putIfAbsent(key, value);
          } else if (value instanceof Collection<?> parts) {
            parts.stream()
                .filter(Document.class::isInstance)
                .forEach(part -> collect((Document) part, conditions));
          }
        });
  }

  private static Document restrict(Document conditions, List<IndexKey> keys) {
    Document lookup = new Document();
    for (IndexKey key : keys) {
      Object value = conditions.get(key.getKey());
      // The entries of a path through an array hold the whole array, so a scalar would miss them.
      boolean path = key.getKey().contains(".");
      if (!path && (isPlain(value) || (keys.size() == 1 && isPlainIn(value)))) {
        lookup.put(key.getKey(), value);
      }
    }
    return lookup;
  }

  private static boolean isPlain(Object value) {
    if (value instanceof Document document) {
      return document.keySet().stream().noneMatch(key -> key.startsWith("$"));
    }
    return value != null
        && !(value instanceof Collection)
        && !(value instanceof BsonRegularExpression);
  }

  private static boolean isPlainIn(Object value) {
    return value instanceof Document document
        && document.size() == 1
        && document.get("$in") instanceof Collection<?> values
        && values.stream().allMatch(IndexChoice::isPlain);
  }
}
