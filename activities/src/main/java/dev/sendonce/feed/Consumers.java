package dev.sendonce.feed;

import com.mongodb.MongoException;
import com.mongodb.client.MongoDatabase;
import dev.sendonce.ledger.LedgerUnavailableException;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands out, per consumer, the newest version of each send that changed since it was handed out
 * last.
 *
 * <p>Without acknowledgement every version is handed out at most once, over any number of nodes and
 * even when the answer is lost: one write per send and consumer decides. With acknowledgement an
 * item comes again after its visibility time until it is acknowledged. No clock of a client or of a
 * node is involved. Thread-safe.
 */
public final class Consumers {
  private static final Logger LOG = LoggerFactory.getLogger(Consumers.class);
  private static final int PAGE = 100;

  private final ConsumerCursors cursors;
  private final Handouts handouts;
  private final PendingItems pending;
  private final EventLog log;
  private final Function<SendKey, Optional<Send>> ledger;

  /**
   * Works on {@code consumers}, {@code consumer_sends} and {@code consumer_pending}.
   *
   * @param ledger majority reads of rows
   */
  public Consumers(MongoDatabase database, EventLog log, Function<SendKey, Optional<Send>> ledger) {
    this.cursors = new ConsumerCursors(database, log);
    this.handouts = new Handouts(database);
    this.pending = new PendingItems(database);
    this.log = log;
    this.ledger = ledger;
  }

  /** Creates the indexes of polls and streams; without them both are right, only slow. */
  public static void createIndexes(MongoDatabase database) {
    PendingItems.createIndex(database);
    StreamBook.createIndexes(database);
  }

  /**
   * What a consumer asks for.
   *
   * @param consumer its name, unique over clients, without blanks
   * @param limit at most so many items
   * @param fromNow a consumer that is new starts with what changes from now on
   * @param visibility with acknowledgement: an item comes again after this; empty: without
   * @param visible which sends it may see
   */
  public record Question(
      String consumer,
      int limit,
      boolean fromNow,
      Optional<Duration> visibility,
      Predicate<Send> visible) {}

  /**
   * The sends with news for this consumer, each in its newest version. What was claimed before the
   * database went away is still handed out.
   */
  public List<Send> poll(Question question) {
    Map<SendKey, Send> items = new LinkedHashMap<>();
    try {
      collect(question, items);
    } catch (MongoException | LedgerUnavailableException e) {
      if (items.isEmpty()) {
        throw e;
      }
      LOG.debug("A poll was cut short after {} items", items.size(), e);
    }
    return new ArrayList<>(items.values());
  }

  private void collect(Question question, Map<SendKey, Send> items) {
    question.visibility().ifPresent(v -> handOutAgain(question, v, items));
    long cursor = cursors.ofOrNew(question.consumer(), question.fromNow());
    List<Event> page = log.after(cursor, PAGE);
    while (items.size() < question.limit() && !page.isEmpty()) {
      for (Event event : page) {
        if (items.size() >= question.limit()) {
          break;
        }
        handOut(question, new SendKey(event.key())).ifPresent(s -> items.put(s.key(), s));
        cursor = event.id();
      }
      page = log.after(cursor, PAGE);
    }
    cursors.moveTo(question.consumer(), cursor);
  }

  /** The consumer has dealt with this version of this send, and with every older one. */
  public void acknowledge(String consumer, SendKey key, long version) {
    pending.remove(consumer, key, version);
  }

  private Optional<Send> handOut(Question question, SendKey key) {
    Optional<Send> newest = ledger.apply(key).filter(question.visible());
    if (newest.isEmpty() || !handouts.isNews(question.consumer(), newest.get())) {
      return Optional.empty();
    }
    if (question.visibility().isPresent()) {
      // before the claim: a crash between the two hands the item out again instead of losing it
      pending.add(question.consumer(), newest.get());
    }
    return handouts.claim(question.consumer(), newest.get()) ? newest : Optional.empty();
  }

  private void handOutAgain(Question question, Duration visibility, Map<SendKey, Send> items) {
    for (SendKey key : pending.due(question.consumer(), visibility, question.limit())) {
      Optional<Send> newest = ledger.apply(key).filter(question.visible());
      if (newest.isPresent() && pending.claim(question.consumer(), newest.get(), visibility)) {
        handouts.claim(question.consumer(), newest.get());
        items.put(key, newest.get());
      }
    }
  }
}
