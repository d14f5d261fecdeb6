package dev.sendonce.feed;

import com.mongodb.client.MongoDatabase;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Opens streams of consumers; see {@link ConsumerStream}. Throws the driver's exceptions when the
 * database does not answer. Thread-safe.
 */
public final class ConsumerStreams {
  private final ConsumerStream.Parts parts;
  private final Supplier<String> ids;

  /**
   * Works on the collections of {@link Consumers} and on {@code consumer_streams}.
   *
   * @param ledger majority reads of rows
   * @param ids random, 32 hexadecimal digits
   */
  public ConsumerStreams(
      MongoDatabase database,
      EventLog log,
      Function<SendKey, Optional<Send>> ledger,
      Supplier<String> ids) {
    this.parts =
        new ConsumerStream.Parts(
            log,
            ledger,
            new StreamBook(database),
            new Handouts(database),
            new ConsumerCursors(database, log));
    this.ids = ids;
  }

  /** A consumer that is new starts at the beginning, or with what changes from now on. */
  public void know(String consumer, boolean fromNow) {
    parts.cursors().ofOrNew(consumer, fromNow);
  }

  /** A stream of a client that shows no token. */
  public ConsumerStream open(String consumer, Predicate<Send> visible) {
    String stream = ids.get();
    parts.book().open(consumer, stream);
    return stream(consumer, stream, visible, List.of());
  }

  /**
   * A stream that takes the place of an earlier one and begins with what its client has not seen of
   * it. A token that is not known any more is none: the stream goes on where the consumer stands.
   */
  public ConsumerStream resume(String consumer, StreamToken token, Predicate<Send> visible) {
    String stream = ids.get();
    parts.book().open(consumer, stream);
    List<StreamBook.Entry> unseen = parts.book().succeed(consumer, token, stream);
    boolean mine = unseen.isEmpty() || parts.book().write(consumer, stream, 0, unseen);
    return stream(consumer, stream, visible, mine ? unseen : List.of());
  }

  /** Forgets streams that nobody has used since then. */
  public static void purge(MongoDatabase database, Instant before) {
    new StreamBook(database).purge(before);
  }

  private ConsumerStream stream(
      String consumer, String stream, Predicate<Send> visible, List<StreamBook.Entry> unseen) {
    return new ConsumerStream(
        parts, consumer, stream, visible, unseen, parts.cursors().ofOrNew(consumer, false));
  }
}
