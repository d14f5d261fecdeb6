package dev.sendonce.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.schedule.Timetable.Nominal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class TimetablePropertyTest {
  private static final Instant FROM = Instant.parse("2015-01-01T00:00:00Z");

  record Daily(LocalTime time, ZoneId zone, Instant from) {
    Timetable timetable() {
      return new Timetable(new CalendarRule(List.of(time), Set.of(), Set.of(), Set.of()), zone);
    }
  }

  /** Whatever a zone does: each local day has one letter, and its firing is known as that day's. */
  @Property(tries = 200)
  void aDailyRuleHasOneLetterPerLocalDay(@ForAll("daily") Daily daily) {
    List<Nominal> year =
        daily.timetable().between(daily.from(), daily.from().plus(Duration.ofDays(370)));

    for (int i = 1; i < year.size(); i++) {
      assertThat(year.get(i).wall()).isEqualTo(year.get(i - 1).wall().plusDays(1));
    }
    assertThat(year)
        .allSatisfy(
            n -> assertThat(daily.timetable().nominalAt(n.at().toInstant())).contains(n.wall()));
  }

  /** Every firing, also one that comes again an hour later or earlier, has the same key. */
  @Property(tries = 200)
  void firingsOfTheSameDayHaveTheSameKey(@ForAll("daily") Daily daily) {
    for (Nominal n : daily.timetable().next(daily.from(), 5)) {
      for (int minutes : List.of(-60, -30, 0, 30, 60)) {
        Instant firing = n.at().toInstant().plus(Duration.ofMinutes(minutes));
        assertThat(daily.timetable().nominalAt(firing)).contains(n.wall());
      }
    }
  }

  @Property(tries = 200)
  void theNextTimesAreThoseBetweenHereAndThere(@ForAll("daily") Daily daily) {
    List<Nominal> ten = daily.timetable().next(daily.from(), 10);

    assertThat(ten).hasSize(10);
    assertThat(daily.timetable().between(daily.from().plusNanos(1), ten.get(9).at().toInstant()))
        .isEqualTo(ten);
  }

  @Provide
  Arbitrary<Daily> daily() {
    List<String> zones = ZoneId.getAvailableZoneIds().stream().sorted().toList();
    return Combinators.combine(
            Arbitraries.integers().between(0, 24 * 60 - 1),
            Arbitraries.of(zones),
            Arbitraries.integers().between(0, 25 * 365))
        .as(
            (minute, zone, day) ->
                new Daily(
                    LocalTime.of(minute / 60, minute % 60),
                    ZoneId.of(zone),
                    FROM.plus(Duration.ofDays(day))));
  }
}
