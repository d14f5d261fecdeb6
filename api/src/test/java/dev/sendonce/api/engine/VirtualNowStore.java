package dev.sendonce.api.engine;

import dev.sendonce.ledger.SendStore;
import dev.sendonce.ledger.UnansweredException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import org.bson.Document;

/** The embedded MongoDB reads {@code $$NOW} from the wall; here it is the skipped time. */
final class VirtualNowStore implements SendStore {
  private final SendStore store;
  private final Clock clock;

  VirtualNowStore(SendStore store, Clock clock) {
    this.store = store;
    this.clock = clock;
  }

  @Override
  public boolean insert(Document row) throws UnansweredException {
    return store.insert(row);
  }

  @Override
  public Optional<Document> find(String key) throws UnansweredException {
    return store.find(key);
  }

  @Override
  public Optional<Document> findOneAndUpdate(
      Document filter, Document update, List<Document> arrayFilters) throws UnansweredException {
    return store.findOneAndUpdate((Document) virtual(filter), update, arrayFilters);
  }

  private Object virtual(Object value) {
    if ("$$NOW".equals(value)) {
      return Date.from(clock.instant());
    }
    if (value instanceof Document document) {
      Document copy = new Document();
      document.forEach((name, inner) -> copy.append(name, virtual(inner)));
      return copy;
    }
    if (value instanceof List<?> list) {
      List<Object> copy = new ArrayList<>();
      list.forEach(inner -> copy.add(virtual(inner)));
      return copy;
    }
    return value;
  }
}
