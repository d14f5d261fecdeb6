package dev.sendonce.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A rule in a zone: which instant belongs to which time on the wall.
 *
 * <ul>
 *   <li>A time that comes twice (autumn) is one letter, at its first occurrence.
 *   <li>A time that is skipped (spring) is one letter, as late as the clock was moved: 02:30 goes
 *       at 03:30. When that is a time of the rule itself, both are one letter.
 * </ul>
 *
 * <p>The zone's rules are those of this JVM. Thread-safe.
 */
public final class Timetable {
  /** No zone ever moved its clocks further: a day at the date line. */
  private static final Duration LONGEST_MOVE = Duration.ofHours(25);

  /**
   * How far a firing may lie from its time and still be known as it: Temporal's idea of a zone may
   * be a release older or newer than this JVM's, and then differs by as much as a rule was changed.
   */
  static final Duration TOLERANCE = Duration.ofHours(1);

  /** Offsets of zones are changed by hours, halves and quarters, never by seconds. */
  private static final long QUARTER = Duration.ofMinutes(15).toNanos();

  private static final Duration FIRST_LOOK = Duration.ofDays(2);
  private static final Duration LAST_LOOK = Duration.ofDays(366 * 50);

  private final List<CalendarLine> lines;
  private final ZoneId zoneId;
  private final ZoneRules zone;

  public Timetable(Rule rule, ZoneId zone) {
    this.lines = rule.lines();
    this.zoneId = zone;
    this.zone = zone.getRules();
  }

  /**
   * A time of the rule.
   *
   * @param wall what the rule says, also when no clock shows it on that day
   * @param at when its letter goes
   */
  public record Nominal(LocalDateTime wall, OffsetDateTime at) {}

  /** The lines of the rule. */
  public List<CalendarLine> lines() {
    return lines;
  }

  /** The next times after an instant, in the order in which they come; fewer when there are. */
  public List<Nominal> next(Instant after, int most) {
    Duration look = FIRST_LOOK;
    while (true) {
      List<Nominal> found = between(after.plusNanos(1), after.plus(look));
      if (found.size() >= most || look.compareTo(LAST_LOOK) > 0) {
        return List.copyOf(found.subList(0, Math.min(most, found.size())));
      }
      look = look.multipliedBy(4);
    }
  }

  /** The times from one instant to another, both included, in the order in which they come. */
  public List<Nominal> between(Instant from, Instant to) {
    LocalDateTime first = local(from.minus(LONGEST_MOVE));
    LocalDateTime last = local(to.plus(LONGEST_MOVE));
    return walls(first, last)
        .filter(wall -> !isMerged(wall))
        .map(this::nominal)
        .filter(n -> !n.at().toInstant().isBefore(from) && !n.at().toInstant().isAfter(to))
        .sorted(Comparator.comparing(n -> n.at().toInstant()))
        .toList();
  }

  /**
   * The time that a firing stands for: the one on the wall at that instant, else the nearest that
   * is exactly one to four quarters of an hour away. Empty for a firing that the rule does not
   * explain, such as one started by hand.
   */
  public Optional<LocalDateTime> nominalAt(Instant firing) {
    LocalDateTime wall = local(firing);
    if (matches(wall)) {
      return Optional.of(wall);
    }
    return between(firing.minus(TOLERANCE), firing.plus(TOLERANCE)).stream()
        .filter(n -> distance(n, firing).toNanos() % QUARTER == 0)
        .min(Comparator.comparing(n -> distance(n, firing)))
        .map(Nominal::wall);
  }

  private static Duration distance(Nominal nominal, Instant firing) {
    return Duration.between(nominal.at().toInstant(), firing).abs();
  }

  /** The times from one instant to another that no clock shows, because it is moved over them. */
  public List<Nominal> moved(Instant from, Instant to) {
    List<Nominal> moved = new ArrayList<>();
    ZoneOffsetTransition change = zone.nextTransition(from);
    while (change != null && !change.getInstant().isAfter(to)) {
      if (change.isGap()) {
        LocalDateTime last = change.getDateTimeAfter().minusNanos(1);
        walls(change.getDateTimeBefore(), last)
            .filter(wall -> !isMerged(wall))
            .map(this::nominal)
            .forEach(moved::add);
      }
      change = zone.nextTransition(change.getInstant());
    }
    return moved;
  }

  private boolean matches(LocalDateTime wall) {
    return lines.stream()
        .anyMatch(line -> line.hasDay(wall.toLocalDate()) && line.hasTime(wall.toLocalTime()));
  }

  /** Skipped by the clock, and moved to a time that the rule has anyway. */
  private boolean isMerged(LocalDateTime wall) {
    ZoneOffsetTransition change = zone.getTransition(wall);
    return change != null && change.isGap() && matches(wall.plus(change.getDuration()));
  }

  /** {@link ZonedDateTime#of} takes the first of two and moves on what is skipped. */
  private Nominal nominal(LocalDateTime wall) {
    return new Nominal(wall, ZonedDateTime.of(wall, zoneId).toOffsetDateTime());
  }

  private LocalDateTime local(Instant instant) {
    return LocalDateTime.ofInstant(instant, zone.getOffset(instant));
  }

  private Stream<LocalDateTime> walls(LocalDateTime from, LocalDateTime to) {
    LocalDate last = to.toLocalDate();
    return Stream.iterate(from.toLocalDate(), day -> !day.isAfter(last), day -> day.plusDays(1))
        .flatMap(this::onDay)
        .filter(wall -> !wall.isBefore(from) && !wall.isAfter(to));
  }

  private Stream<LocalDateTime> onDay(LocalDate day) {
    TreeSet<LocalDateTime> times =
        lines.stream()
            .filter(line -> line.hasDay(day))
            .flatMap(CalendarLine::times)
            .map(day::atTime)
            .collect(Collectors.toCollection(TreeSet::new));
    return times.stream();
  }
}
