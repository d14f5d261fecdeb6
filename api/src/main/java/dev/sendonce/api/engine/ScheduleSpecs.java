package dev.sendonce.api.engine;

import dev.sendonce.schedule.CalendarLine;
import dev.sendonce.schedule.Schedule;
import dev.sendonce.schedule.Timetable;
import dev.sendonce.schedule.Timetable.Nominal;
import io.temporal.client.schedules.ScheduleCalendarSpec;
import io.temporal.client.schedules.ScheduleRange;
import io.temporal.client.schedules.ScheduleSpec;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A timetable in Temporal's words: the rule itself, in its zone, and one calendar with a full date
 * for every time that a change of the clock skips, because Temporal leaves those out (measured).
 */
final class ScheduleSpecs {
  /** Backfills reach into the past. */
  private static final int YEARS_BACK = 2;

  /**
   * Extended whenever the schedule is applied again, which is at least once per start of a node.
   */
  private static final int YEARS_AHEAD = 10;

  private ScheduleSpecs() {}

  /**
   * The specification; the same within one calendar year.
   *
   * @param now decides which changes of the clock are listed
   */
  static ScheduleSpec of(Schedule schedule, Instant now) {
    Timetable timetable = schedule.timetable();
    List<ScheduleCalendarSpec> calendars = new ArrayList<>();
    timetable.lines().forEach(line -> calendars.add(calendar(line)));
    int year = now.atOffset(ZoneOffset.UTC).getYear();
    List<Nominal> moved = timetable.moved(newYear(year - YEARS_BACK), newYear(year + YEARS_AHEAD));
    minutesByHour(moved).forEach((hour, minutes) -> calendars.add(calendar(hour, minutes)));
    return ScheduleSpec.newBuilder()
        .setCalendars(calendars)
        .setTimeZoneName(schedule.terms().zone().getId())
        .build();
  }

  private static Instant newYear(int year) {
    return OffsetDateTime.of(year, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC).toInstant();
  }

  private static Map<LocalDateTime, SortedSet<Integer>> minutesByHour(List<Nominal> moved) {
    Map<LocalDateTime, SortedSet<Integer>> hours = new TreeMap<>();
    for (Nominal nominal : moved) {
      LocalDateTime shown = nominal.at().toLocalDateTime();
      hours
          .computeIfAbsent(shown.truncatedTo(ChronoUnit.HOURS), hour -> new TreeSet<>())
          .add(shown.getMinute());
    }
    return hours;
  }

  private static ScheduleCalendarSpec calendar(CalendarLine line) {
    return ScheduleCalendarSpec.newBuilder()
        .setSeconds(ranges(List.of(0)))
        .setMinutes(ranges(line.minutes()))
        .setHour(ranges(line.hours()))
        .setDayOfMonth(ranges(line.daysOfMonth()))
        .setMonth(ranges(line.months()))
        .setDayOfWeek(ranges(line.daysOfWeek()))
        .build();
  }

  private static ScheduleCalendarSpec calendar(LocalDateTime hour, SortedSet<Integer> minutes) {
    return ScheduleCalendarSpec.newBuilder()
        .setSeconds(ranges(List.of(0)))
        .setMinutes(ranges(minutes))
        .setHour(ranges(List.of(hour.getHour())))
        .setDayOfMonth(ranges(List.of(hour.getDayOfMonth())))
        .setMonth(ranges(List.of(hour.getMonthValue())))
        .setYear(ranges(List.of(hour.getYear())))
        .setComment("skipped by a change of the clock")
        .build();
  }

  /** Ascending values as ranges. */
  private static List<ScheduleRange> ranges(Collection<Integer> values) {
    List<ScheduleRange> ranges = new ArrayList<>();
    Integer first = null;
    Integer last = null;
    for (Integer value : values) {
      if (last != null && value != last + 1) {
        ranges.add(new ScheduleRange(first, last, 1));
        first = value;
      }
      first = first == null ? value : first;
      last = value;
    }
    ranges.add(new ScheduleRange(first, last, 1));
    return ranges;
  }
}
