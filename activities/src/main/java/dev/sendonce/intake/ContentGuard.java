package dev.sendonce.intake;

import com.mongodb.client.MongoDatabase;
import dev.sendonce.ledger.Ledger;
import dev.sendonce.ledger.LedgerUnavailableException;
import dev.sendonce.send.Send;
import dev.sendonce.send.SendKey;
import dev.sendonce.send.SendState;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * Keeps two keys from sending the same thing at the same time: the same content to the same person,
 * or the same message id. A thing is claimed by inserting a row whose {@code _id} stands for it, so
 * of any number of nodes one wins.
 *
 * <p>A claim names its key and is worth what the ledger says of that key: none when the send ended
 * {@code not_sent} or stands for other content, and none when there is no such send after {@link
 * #GRACE} (its acceptance crashed). The same key always passes, so that a repeated request after a
 * failure is never its own duplicate.
 *
 * <p>This guard protects people from double clicks. It is not what holds invariant I1: a node that
 * is paused for longer than {@link #GRACE} between its claim and its ledger row can be overtaken.
 *
 * <p>Thread-safe.
 */
public final class ContentGuard {
  /** How long an acceptance may take before its claims lapse; longer than all its time-outs. */
  static final Duration GRACE = Duration.ofMinutes(1);

  private static final Duration POLL = Duration.ofMillis(25);

  private final GuardStore store;
  private final Ledger ledger;
  private final Clock clock;
  private final Duration patience;

  /**
   * A guard on the collection {@code content_guard}.
   *
   * @param database with majority concerns, see {@link dev.sendonce.ledger.MongoConnection}
   */
  public ContentGuard(MongoDatabase database, Ledger ledger, Clock clock) {
    this(new MongoGuardStore(database), ledger, clock, Duration.ofSeconds(2));
  }

  /**
   * For tests: another store.
   *
   * @param patience how long to wait for an acceptance that is under way, so that the answer can
   *     point at a send that exists
   */
  ContentGuard(GuardStore store, Ledger ledger, Clock clock, Duration patience) {
    this.store = store;
    this.ledger = ledger;
    this.clock = clock;
    this.patience = patience;
  }

  /** Makes the index by which a real MongoDB removes lapsed claims. */
  public static void createIndex(MongoDatabase database) {
    new MongoGuardStore(database).createIndex();
  }

  /** Removes lapsed claims where the database does not do it by itself; returns how many. */
  public static long purge(MongoDatabase database, Instant before) {
    return new MongoGuardStore(database).purge(before);
  }

  /**
   * Claims all of these things or none.
   *
   * @param ids digests of the things
   * @param request digest of the request
   * @param window after which a claim lapses, or empty for never
   */
  Occupancy claim(Collection<String> ids, SendKey key, String request, Optional<Duration> window) {
    List<GuardRow> mine = new ArrayList<>();
    for (String id : new TreeSet<>(ids)) {
      Occupancy one = claimOne(id, key, request, window);
      if (one instanceof Occupancy.Mine claimed) {
        mine.addAll(claimed.rows());
      } else {
        release(mine);
        return one;
      }
    }
    return new Occupancy.Mine(mine);
  }

  /** Claims what is free and leaves the rest to whoever has it. */
  Occupancy claimWhatIsFree(
      Collection<String> ids, SendKey key, String request, Optional<Duration> window) {
    List<GuardRow> mine = new ArrayList<>();
    for (String id : ids) {
      if (claimOne(id, key, request, window) instanceof Occupancy.Mine claimed) {
        mine.addAll(claimed.rows());
      }
    }
    return new Occupancy.Mine(mine);
  }

  /**
   * Puts a send that is in the ledger in the place of whoever has the claims, unless theirs last
   * longer.
   */
  void takeOver(Collection<String> ids, SendKey key, String request, Duration window) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    for (String id : ids) {
      GuardRow row = new GuardRow(id, key.value(), request, now, now.plus(window));
      boolean done = false;
      while (!done) {
        Optional<GuardRow> other = store.find(id);
        done =
            other.isEmpty()
                ? store.insert(row)
                : other.get().until().isAfter(row.until()) || store.replace(other.get(), row);
      }
    }
  }

  /** Gives claims back, unless another request has them by now. */
  void release(List<GuardRow> rows) {
    rows.forEach(store::delete);
  }

  private Occupancy claimOne(String id, SendKey key, String request, Optional<Duration> window) {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
      GuardRow row =
          new GuardRow(id, key.value(), request, now, window.map(now::plus).orElse(null));
      if (store.insert(row)) {
        return new Occupancy.Mine(List.of(row));
      }
      Optional<GuardRow> found = store.find(id);
      if (found.isEmpty()) {
        continue;
      }
      GuardRow other = found.get();
      Standing standing = other.key().equals(key.value()) ? Standing.VOID : standing(other, now);
      if (standing == Standing.VOID) {
        if (store.replace(other, row)) {
          return new Occupancy.Mine(List.of(row));
        }
      } else if (standing == Standing.VALID || System.nanoTime() > deadline) {
        return new Occupancy.Occupied(other.key(), id);
      } else {
        pause();
      }
    }
  }

  private enum Standing {
    VALID,
    VOID,
    /** Its acceptance is under way, or has just crashed. */
    OPEN
  }

  private Standing standing(GuardRow row, Instant now) {
    if (row.until() != null && !row.until().isAfter(now)) {
      return Standing.VOID;
    }
    Optional<Send> send = ledger.find(new SendKey(row.key()));
    if (send.isEmpty()) {
      return row.at().plus(GRACE).isBefore(now) ? Standing.VOID : Standing.OPEN;
    }
    boolean sameRequest =
        !ledger
            .differingFields(send.get(), Map.of(Fingerprint.REQUEST, row.request()))
            .contains(Fingerprint.REQUEST);
    return sameRequest && send.get().state() != SendState.NOT_SENT ? Standing.VALID : Standing.VOID;
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(POLL.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LedgerUnavailableException("Interrupted while another acceptance was going on.", e);
    }
  }
}
