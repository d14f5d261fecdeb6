package dev.sendonce.feed;

import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * One open stream of a consumer: the same items as its polls get, each version once over all polls
 * and streams of all nodes, with a token on each item.
 *
 * <p>An item that was claimed but that its client never saw is not lost: the client shows the token
 * of the last item it has seen, and whatever the stream meant to hand out after that is handed out
 * again, to this client alone. Throws the driver's exceptions when the database does not answer;
 * asking again is then safe. For one thread.
 */
public final class ConsumerStream {
  private static final int PAGE = 100;

  private final String consumer;
  private final String stream;
  private final Predicate<Send> visible;
  private final EventLog log;
  private final Function<SendKey, Optional<Send>> ledger;
  private final StreamBook book;
  private final Handouts handouts;
  private final ConsumerCursors cursors;
  private final Deque<StreamBook.Entry> open = new ArrayDeque<>();
  private long written;
  private long handled;
  private long position;
  private boolean unsure;
  private boolean ended;

  /** What all streams of a node share. */
  record Parts(
      EventLog log,
      Function<SendKey, Optional<Send>> ledger,
      StreamBook book,
      Handouts handouts,
      ConsumerCursors cursors) {}

  ConsumerStream(
      Parts parts,
      String consumer,
      String stream,
      Predicate<Send> visible,
      List<StreamBook.Entry> unseen,
      long position) {
    this.log = parts.log();
    this.ledger = parts.ledger();
    this.book = parts.book();
    this.handouts = parts.handouts();
    this.cursors = parts.cursors();
    this.consumer = consumer;
    this.stream = stream;
    this.visible = visible;
    this.open.addAll(unseen);
    this.written = unseen.size();
    this.position = position;
  }

  /**
   * One item.
   *
   * @param token to resume after this item
   */
  public record Item(StreamToken token, Send send) {}

  /** The token of a client that has seen everything so far. */
  public StreamToken token() {
    return new StreamToken(stream, handled);
  }

  /** Another stream took this one's place; it hands out nothing any more. */
  public boolean hasEnded() {
    return ended;
  }

  /**
   * The next items, none when there is no news.
   *
   * @param last the newest position of the feed, or an older one
   * @param out takes each item right after its claim; what it took is not handed out again to
   *     anybody who does not show an older token
   */
  public void next(long last, java.util.function.Consumer<Item> out) {
    if (ended) {
      return;
    }
    if (unsure) {
      lookAgain();
    }
    long upTo = position;
    if (open.isEmpty() && position < last) {
      upTo = writeDownNews();
    }
    while (!ended && !open.isEmpty()) {
      StreamBook.Entry entry = open.peek();
      Optional<Send> mine = claim(entry);
      open.remove();
      handled = entry.number();
      mine.ifPresent(send -> out.accept(new Item(token(), send)));
    }
    if (!ended && upTo > position) {
      // only now: whoever finds the cursor beyond an event may forget it
      cursors.moveTo(consumer, upTo);
      position = upTo;
    }
  }

  /** Writes down what the next events may be news of; returns the position after them. */
  private long writeDownNews() {
    position = Math.max(position, cursors.of(consumer).orElse(0L));
    List<Event> page = log.after(position, PAGE);
    Set<SendKey> keys = new LinkedHashSet<>();
    for (Event event : page) {
      SendKey key = new SendKey(event.key());
      if (!keys.contains(key)
          && ledger
              .apply(key)
              .filter(visible)
              .filter(s -> handouts.isNews(consumer, s))
              .isPresent()) {
        keys.add(key);
      }
    }
    List<StreamBook.Entry> entries = new ArrayList<>();
    keys.forEach(
        key -> entries.add(new StreamBook.Entry(written + entries.size() + 1, key, Set.of())));
    if (!entries.isEmpty()) {
      unsure = true;
      if (book.write(consumer, stream, written, entries)) {
        open.addAll(entries);
        written += entries.size();
        unsure = false;
      } else {
        lookAgain();
        return position;
      }
    }
    return page.isEmpty() ? position : page.get(page.size() - 1).id();
  }

  /** The answer to a write was lost, or it was refused: the book tells what is written down. */
  private void lookAgain() {
    Optional<List<StreamBook.Entry>> entries = book.entries(consumer, stream, handled);
    if (entries.isEmpty()) {
      ended = true;
      return;
    }
    open.clear();
    open.addAll(entries.get());
    written = handled + open.size();
    unsure = false;
  }

  private Optional<Send> claim(StreamBook.Entry entry) {
    Optional<Send> newest = ledger.apply(entry.key()).filter(visible);
    String own = new StreamToken(stream, entry.number()).toString();
    return newest.filter(send -> handouts.claim(consumer, send, own, entry.holders()));
  }
}
