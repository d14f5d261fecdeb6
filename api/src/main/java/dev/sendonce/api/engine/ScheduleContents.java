package dev.sendonce.api.engine;

import io.temporal.api.enums.v1.ScheduleOverlapPolicy;
import io.temporal.client.schedules.Schedule;
import io.temporal.client.schedules.ScheduleCalendarSpec;
import io.temporal.client.schedules.ScheduleRange;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What a Temporal schedule says, however it is written: Temporal writes ranges in its own way. */
record ScheduleContents(
    Set<List<SortedSet<Integer>>> calendars,
    String zone,
    ScheduleOverlapPolicy overlap,
    Duration catchUp,
    boolean paused) {
  static ScheduleContents of(Schedule schedule) {
    return new ScheduleContents(
        schedule.getSpec().getCalendars().stream()
            .map(ScheduleContents::values)
            .collect(Collectors.toSet()),
        schedule.getSpec().getTimeZoneName(),
        schedule.getPolicy().getOverlap(),
        schedule.getPolicy().getCatchupWindow(),
        schedule.getState().isPaused());
  }

  private static List<SortedSet<Integer>> values(ScheduleCalendarSpec calendar) {
    return List.of(
        values(calendar.getMinutes()),
        values(calendar.getHour()),
        values(calendar.getDayOfMonth()),
        values(calendar.getMonth()),
        values(calendar.getYear()),
        values(calendar.getDayOfWeek()));
  }

  private static SortedSet<Integer> values(List<ScheduleRange> ranges) {
    SortedSet<Integer> values = new TreeSet<>();
    for (ScheduleRange range : ranges) {
      int step = Math.max(1, range.getStep());
      int end = Math.max(range.getStart(), range.getEnd());
      for (int value = range.getStart(); value <= end; value += step) {
        values.add(value);
      }
    }
    return values;
  }
}
