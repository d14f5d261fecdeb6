package dev.sendonce.schedule;

import java.time.LocalDate;
import java.time.LocalTime;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Times on the wall clock: a time belongs to the line when each of its parts is in its set.
 *
 * @param minutes 0 to 59
 * @param hours 0 to 23
 * @param daysOfMonth 1 to 31
 * @param months 1 to 12
 * @param daysOfWeek 0 (Sunday) to 6, as cron and Temporal count
 */
public record CalendarLine(
    SortedSet<Integer> minutes,
    SortedSet<Integer> hours,
    SortedSet<Integer> daysOfMonth,
    SortedSet<Integer> months,
    SortedSet<Integer> daysOfWeek) {
  private static final int DAYS_OF_WEEK = 7;

  public CalendarLine {
    minutes = new TreeSet<>(minutes);
    hours = new TreeSet<>(hours);
    daysOfMonth = new TreeSet<>(daysOfMonth);
    months = new TreeSet<>(months);
    daysOfWeek = new TreeSet<>(daysOfWeek);
  }

  boolean hasDay(LocalDate day) {
    return months.contains(day.getMonthValue())
        && daysOfMonth.contains(day.getDayOfMonth())
        && daysOfWeek.contains(day.getDayOfWeek().getValue() % DAYS_OF_WEEK);
  }

  boolean hasTime(LocalTime time) {
    return time.getSecond() == 0
        && time.getNano() == 0
        && minutes.contains(time.getMinute())
        && hours.contains(time.getHour());
  }

  Stream<LocalTime> times() {
    return hours.stream().flatMap(h -> minutes.stream().map(m -> LocalTime.of(h, m)));
  }
}
