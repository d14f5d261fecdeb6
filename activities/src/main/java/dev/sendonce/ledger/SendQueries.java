package dev.sendonce.ledger;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import dev.sendonce.send.SendState;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.UnaryOperator;
import org.bson.Document;

/**
 * Lists of sends for people. Never asked to decide anything. A cursor names the last send of a page
 * by acceptance time and key, so that new sends and changes of state neither repeat nor skip one.
 * Thread-safe.
 */
public final class SendQueries {
  private static final int MAXIMUM = 500;

  private final MongoCollection<Document> sends;
  private final UnaryOperator<String> samePerson;

  /**
   * @param samePerson the same as in {@link LedgerSettings}
   */
  public SendQueries(MongoDatabase database, UnaryOperator<String> samePerson) {
    this.sends = MongoConnection.decisive(database).getCollection(MongoSendStore.COLLECTION);
    this.samePerson = samePerson;
  }

  /**
   * One page.
   *
   * @param cursor from {@link SendPage#next()}, or null for the newest
   * @param limit 1 to 500
   * @throws IllegalArgumentException when the cursor is none of ours
   * @throws LedgerUnavailableException when MongoDB does not answer
   */
  public SendPage list(SendFilter filter, String cursor, int limit) {
    int size = Math.max(1, Math.min(limit, MAXIMUM));
    List<Send> found = new ArrayList<>();
    try {
      sends
          .find(query(filter, cursor))
          .sort(LedgerIndexes.newestFirst())
          .limit(size + 1)
          .map(SendCodec::decode)
          .into(found);
    } catch (MongoException e) {
      throw new LedgerUnavailableException("The list could not be read.", e);
    }
    boolean more = found.size() > size;
    List<Send> page = more ? found.subList(0, size) : found;
    return new SendPage(page, more ? cursor(page.get(size - 1)) : null);
  }

  /**
   * Some finished sends whose content was not erased yet.
   *
   * @param time they have not changed since
   * @throws LedgerUnavailableException when MongoDB does not answer
   */
  public List<SendKey> keptSince(Instant time, int limit) {
    Document ended =
        new Document(Row.ERASED_AT, null)
            .append(
                Row.STATE,
                new Document("$in", List.of(SendState.SENT.wire(), SendState.NOT_SENT.wire())))
            .append(Row.UPDATED_AT, new Document("$lt", Bson.date(time)));
    List<SendKey> keys = new ArrayList<>();
    try {
      sends
          .find(ended)
          .projection(new Document(Row.ID, 1))
          .limit(limit)
          .map(row -> new SendKey(row.getString(Row.ID)))
          .into(keys);
    } catch (MongoException e) {
      throw new LedgerUnavailableException("The list could not be read.", e);
    }
    return keys;
  }

  Document query(SendFilter filter, String cursor) {
    Document query = new Document();
    put(query, Row.STATE, filter.state() == null ? null : filter.state().wire());
    put(query, Row.CLIENT, filter.client());
    put(query, Row.RELAY, filter.relay());
    put(query, Row.BATCH, filter.batch());
    put(
        query,
        Row.RECIPIENTS + "." + Row.CANONICAL,
        filter.recipient() == null ? null : samePerson.apply(filter.recipient()));
    if (filter.since() != null) {
      query.append(Row.CREATED_AT, new Document("$gte", Bson.date(filter.since())));
    }
    if (cursor != null) {
      query.append("$or", after(cursor));
    }
    return query;
  }

  private static void put(Document query, String field, String value) {
    if (value != null) {
      query.append(field, value);
    }
  }

  private static String cursor(Send last) {
    String position = last.createdAt().toEpochMilli() + " " + last.key().value();
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(position.getBytes(StandardCharsets.UTF_8));
  }

  private static List<Document> after(String cursor) {
    String[] parts =
        new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8).split(" ", 2);
    if (parts.length != 2 || !parts[0].matches("\\d{1,18}") || !SendKey.isValid(parts[1])) {
      throw new IllegalArgumentException("The cursor is none of ours; begin without one.");
    }
    java.util.Date createdAt = Bson.date(Instant.ofEpochMilli(Long.parseLong(parts[0])));
    return List.of(
        new Document(Row.CREATED_AT, new Document("$lt", createdAt)),
        new Document(Row.CREATED_AT, createdAt).append(Row.ID, new Document("$lt", parts[1])));
  }
}
