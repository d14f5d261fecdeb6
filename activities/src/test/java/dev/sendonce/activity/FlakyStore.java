package dev.sendonce.activity;

import dev.sendonce.ledger.SendStore;
import dev.sendonce.ledger.UnansweredException;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.bson.Document;

/** A store that can be told not to answer, or to forget what a filter asks for. */
final class FlakyStore implements SendStore {
  private final SendStore store;
  private volatile boolean down;
  private volatile UnaryOperator<Document> filters = UnaryOperator.identity();

  FlakyStore(SendStore store) {
    this.store = store;
  }

  void goDown() {
    down = true;
  }

  void comeBack() {
    down = false;
  }

  /** Takes a guard away, to show that a test would notice. */
  void weaken(UnaryOperator<Document> change) {
    filters = change;
  }

  @Override
  public boolean insert(Document row) throws UnansweredException {
    answer();
    return store.insert(row);
  }

  @Override
  public Optional<Document> find(String key) throws UnansweredException {
    answer();
    return store.find(key);
  }

  @Override
  public Optional<Document> findOneAndUpdate(
      Document filter, Document update, List<Document> arrayFilters) throws UnansweredException {
    answer();
    return store.findOneAndUpdate(filters.apply(filter), update, arrayFilters);
  }

  private void answer() throws UnansweredException {
    if (down) {
      throw new UnansweredException("down", null);
    }
  }
}
