package dev.sendonce.ledger.exploration;

import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import dev.sendonce.ledger.SendStore;
import dev.sendonce.ledger.UnansweredException;
import io.netty.channel.Channel;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.Document;

/**
 * A store of one row, whose filters and updates are evaluated by a MongoDB in this process. It
 * fails on demand as a driver fails: a write is held back and not answered, a read is refused or
 * sees a write that is rolled back.
 */
final class OneRow implements SendStore {
  private static final String DATABASE = "exploration";
  private static final String COLLECTION = "sends";

  /** A write as it went to the store. */
  record Statement(Document filter, Document update, List<Document> arrayFilters) {}

  private final MemoryBackend backend = new MemoryBackend();
  private final Channel channel = new EmbeddedChannel();
  private Document row;
  private Document local;
  private int answeredWrites;
  private boolean refuseReads;
  private Statement held;
  private boolean written;

  /** Everything is answered, beginning with this row. */
  void load(Document start) {
    row = start;
    local = null;
    held = null;
    written = false;
    answeredWrites = Integer.MAX_VALUE;
    refuseReads = false;
  }

  /**
   * Writes are not answered and not applied.
   *
   * @param after so many that still are
   */
  void holdWrites(int after) {
    answeredWrites = after;
  }

  /** Reads are not answered. */
  void refuseReads() {
    refuseReads = true;
  }

  /** Reads see this instead, as a read without majority may. */
  void readsSee(Document uncommitted) {
    local = uncommitted;
  }

  /** The first write that was not answered, if there was one. */
  Optional<Statement> held() {
    return Optional.ofNullable(held);
  }

  /** The row now, when it was written to. */
  Optional<Document> written() {
    return written ? Optional.of(row) : Optional.empty();
  }

  @Override
  public boolean insert(Document inserted) {
    row = inserted;
    written = true;
    return true;
  }

  @Override
  public Optional<Document> find(String key) throws UnansweredException {
    if (refuseReads) {
      throw new UnansweredException("refused", null);
    }
    return Optional.of(local == null ? row : local);
  }

  @Override
  public Optional<Document> findOneAndUpdate(
      Document filter, Document update, List<Document> arrayFilters) throws UnansweredException {
    Statement statement = new Statement(filter, update, arrayFilters);
    if (answeredWrites == 0) {
      held = held == null ? statement : held;
      throw new UnansweredException("held back", null);
    }
    answeredWrites--;
    return apply(statement);
  }

  /** Evaluates one write against the row. */
  Optional<Document> apply(Statement statement) {
    command("delete", Map.of("deletes", List.of(deletion())));
    command("insert", Map.of("documents", List.of(toServer(row))));
    de.bwaldvogel.mongo.bson.Document answer =
        command(
            "findAndModify",
            Map.of(
                "query",
                toServer(statement.filter()),
                "update",
                toServer(statement.update()),
                "arrayFilters",
                statement.arrayFilters().stream().map(OneRow::toServer).toList(),
                "new",
                true));
    Object value = answer.get("value");
    if (!(value instanceof de.bwaldvogel.mongo.bson.Document after)) {
      return Optional.empty();
    }
    row = withoutGaps((Document) fromServer(after));
    written = true;
    return Optional.of(row);
  }

  /** Without its epoch guard a write may name an attempt that there is not; it is nobody's. */
  private static Document withoutGaps(Document written) {
    List<Document> attempts = written.getList("attempts", Document.class);
    for (int i = 0; i < attempts.size(); i++) {
      if (attempts.get(i) == null || attempts.get(i).get("token") == null) {
        attempts.set(
            i,
            new Document("number", i + 1)
                .append("token", RowImage.DEAD)
                .append("phase", "opened")
                .append("retired", false)
                .append("recipients", List.of()));
      }
    }
    return written;
  }

  private de.bwaldvogel.mongo.bson.Document deletion() {
    return new de.bwaldvogel.mongo.bson.Document("q", new de.bwaldvogel.mongo.bson.Document())
        .append("limit", 0);
  }

  private de.bwaldvogel.mongo.bson.Document command(String name, Map<String, ?> arguments) {
    de.bwaldvogel.mongo.bson.Document command =
        new de.bwaldvogel.mongo.bson.Document(name, COLLECTION);
    command.putAll(arguments);
    return backend.handleCommand(channel, DATABASE, name, command);
  }

  private static de.bwaldvogel.mongo.bson.Document toServer(Document document) {
    de.bwaldvogel.mongo.bson.Document copy = new de.bwaldvogel.mongo.bson.Document();
    document.forEach((key, value) -> copy.put(key, toServer(value)));
    return copy;
  }

  private static Object toServer(Object value) {
    if (value instanceof Document document) {
      return toServer(document);
    }
    if (value instanceof List<?> list) {
      List<Object> copy = new ArrayList<>();
      list.forEach(element -> copy.add(toServer(element)));
      return copy;
    }
    return value instanceof java.util.Date date ? date.toInstant() : value;
  }

  private static Object fromServer(Object value) {
    if (value instanceof de.bwaldvogel.mongo.bson.Document document) {
      Document copy = new Document();
      document.forEach((key, element) -> copy.put(key, fromServer(element)));
      return copy;
    }
    if (value instanceof Iterable<?> list) {
      List<Object> copy = new ArrayList<>();
      list.forEach(element -> copy.add(fromServer(element)));
      return copy;
    }
    return value instanceof Instant instant ? java.util.Date.from(instant) : value;
  }
}
