package dev.sendonce.schedule;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gt;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Sorts;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.bson.Document;
import org.bson.conversions.Bson;

/**
 * The rows of schedules, in the collection {@code schedules}. Every change is a compare-and-set on
 * the row's version. Throws the driver's exceptions when the database does not answer; every call
 * may then be repeated. Thread-safe.
 */
public final class Schedules {
  private static final int PAGE = 100;

  private final MongoCollection<Document> rows;
  private final Clock clock;

  /** Works on a database with majority writes and reads. */
  public Schedules(MongoDatabase database, Clock clock) {
    this.rows = database.getCollection("schedules");
    this.clock = clock;
  }

  /** The index that lists are read with; idempotent. */
  public void createIndex() {
    rows.createIndex(Indexes.ascending("client", "_id"));
  }

  /** A row in any state. */
  public Optional<Schedule> find(String id) {
    return Optional.ofNullable(rows.find(eq("_id", id)).first()).map(ScheduleCodec::decode);
  }

  /** Stores a new row; false when the id is taken. */
  public boolean insert(Schedule schedule) {
    try {
      rows.insertOne(ScheduleCodec.encode(schedule));
      return true;
    } catch (MongoWriteException e) {
      if (ErrorCategory.fromErrorCode(e.getCode()) == ErrorCategory.DUPLICATE_KEY) {
        return false;
      }
      throw e;
    }
  }

  /**
   * Changes a row, again from the start whenever somebody else was quicker.
   *
   * @param change without side effects; answering with its argument changes nothing
   * @return the row afterwards; empty when there is none
   */
  public Optional<Schedule> update(String id, UnaryOperator<Schedule> change) {
    while (true) {
      Optional<Schedule> found = find(id);
      if (found.isEmpty()) {
        return found;
      }
      Schedule before = found.get();
      Schedule changed = change.apply(before);
      if (changed.equals(before)) {
        return found;
      }
      Schedule after = changed.written(before, clock.instant().truncatedTo(ChronoUnit.MILLIS));
      Bson unchanged = and(eq("_id", id), eq("version", before.version()));
      if (rows.findOneAndReplace(unchanged, ScheduleCodec.encode(after)) != null) {
        return Optional.of(after);
      }
    }
  }

  /** Pauses every schedule that is not paused; returns how many. */
  public int pauseAll(Pauses.Pause pause) {
    int paused = 0;
    List<Schedule> page = list("", PAGE);
    while (!page.isEmpty()) {
      for (Schedule schedule : page) {
        boolean firing = schedule.pause() == null;
        update(schedule.id(), row -> row.pause() == null ? row.paused(pause) : row);
        paused += firing ? 1 : 0;
      }
      page = list(page.get(page.size() - 1).id(), PAGE);
    }
    return paused;
  }

  /** Forgets a row that is being removed. */
  public void delete(String id) {
    rows.deleteOne(and(eq("_id", id), eq("state", Schedule.State.REMOVING.name())));
  }

  /** Rows in the order of their ids, after a given one, in any state. */
  public List<Schedule> list(String afterId, int limit) {
    return list(gt("_id", afterId), limit);
  }

  /** Active ones, of one client or, when it is empty, of all. */
  public List<Schedule> list(Optional<String> client, String afterId, int limit) {
    Bson active = and(gt("_id", afterId), eq("state", Schedule.State.ACTIVE.name()));
    return list(client.isEmpty() ? active : and(eq("client", client.get()), active), limit);
  }

  private List<Schedule> list(Bson filter, int limit) {
    List<Schedule> found = new ArrayList<>();
    for (Document d : rows.find(filter).sort(Sorts.ascending("_id")).limit(limit)) {
      found.add(ScheduleCodec.decode(d));
    }
    return found;
  }
}
