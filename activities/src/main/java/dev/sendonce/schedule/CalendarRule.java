package dev.sendonce.schedule;

import java.time.DayOfWeek;
import java.time.LocalTime;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Times of day on days that fulfil every condition. Unlike in cron, both kinds of days together
 * mean both: Monday with days 1 to 7 is the first Monday of a month.
 *
 * @param times to the minute, at least one
 * @param daysOfWeek empty for all
 * @param daysOfMonth empty for all
 * @param months empty for all
 */
public record CalendarRule(
    List<LocalTime> times, Set<DayOfWeek> daysOfWeek, Set<Integer> daysOfMonth, Set<Integer> months)
    implements Rule {
  private static final int LONGEST_MONTH = 31;
  private static final int MONTHS = 12;
  private static final int DAYS_OF_WEEK = 7;

  public CalendarRule {
    times = times.stream().sorted().distinct().toList();
    daysOfWeek = Set.copyOf(daysOfWeek);
    daysOfMonth = Set.copyOf(daysOfMonth);
    months = Set.copyOf(months);
  }

  /** One line per time, because their minutes differ. */
  @Override
  public List<CalendarLine> lines() {
    Set<Integer> weekdays =
        daysOfWeek.stream().map(d -> d.getValue() % DAYS_OF_WEEK).collect(Collectors.toSet());
    return times.stream()
        .map(
            time ->
                new CalendarLine(
                    new TreeSet<>(Set.of(time.getMinute())),
                    new TreeSet<>(Set.of(time.getHour())),
                    orAll(daysOfMonth, 1, LONGEST_MONTH),
                    orAll(months, 1, MONTHS),
                    orAll(weekdays, 0, DAYS_OF_WEEK - 1)))
        .toList();
  }

  private static TreeSet<Integer> orAll(Set<Integer> given, int first, int last) {
    return given.isEmpty()
        ? IntStream.rangeClosed(first, last).boxed().collect(Collectors.toCollection(TreeSet::new))
        : new TreeSet<>(given);
  }
}
