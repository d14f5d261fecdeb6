package dev.sendonce.api;

import dev.sendonce.api.engine.ScheduleEngine;
import dev.sendonce.schedule.Schedule;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/** Temporal's schedules, by id, as they were applied. */
public final class FakeSchedules implements ScheduleEngine {
  public final Map<String, Schedule> applied = new ConcurrentHashMap<>();
  public volatile Answer answer = Answer.DONE;
  private final AtomicReference<Runnable> meanwhile = new AtomicReference<>(FakeSchedules::nothing);

  /** What happens while Temporal is told something for the next time: it hears that later. */
  public void meanwhile(Runnable change) {
    meanwhile.set(change);
  }

  @Override
  public Answer apply(Schedule schedule) {
    meanwhile.getAndSet(FakeSchedules::nothing).run();
    if (answer == Answer.DONE) {
      applied.put(schedule.id(), schedule);
    }
    return answer;
  }

  private static void nothing() {
    // the usual
  }

  /** Here nobody but this service pauses anything. */
  @Override
  public Answer restore(Schedule schedule) {
    return apply(schedule);
  }

  @Override
  public Answer remove(String id) {
    meanwhile.getAndSet(FakeSchedules::nothing).run();
    if (answer != Answer.UNREACHABLE) {
      applied.remove(id);
      return Answer.DONE;
    }
    return answer;
  }

  @Override
  public URI uiLink(String id) {
    return URI.create("http://ui.test/schedules/" + id.replace("/", "%2F"));
  }
}
