package dev.sendonce.api;

import dev.sendonce.api.engine.ScheduleEngine;
import dev.sendonce.schedule.Schedule;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Temporal's schedules, by id, as they were applied. */
public final class FakeSchedules implements ScheduleEngine {
  public final Map<String, Schedule> applied = new ConcurrentHashMap<>();
  public volatile Answer answer = Answer.DONE;

  @Override
  public Answer apply(Schedule schedule) {
    if (answer == Answer.DONE) {
      applied.put(schedule.id(), schedule);
    }
    return answer;
  }

  @Override
  public Answer remove(String id) {
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
