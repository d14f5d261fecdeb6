package dev.sendonce.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.schedule.Timetable.Nominal;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimetableTest {
  @Test
  void movesASkippedTimeByAsMuchAsTheClock() {
    List<String> spring = next("30 2 * * *", "Europe/Berlin", "2027-03-26T12:00:00Z", 4);

    assertThat(spring)
        .containsExactly(
            "2027-03-27T02:30 at 2027-03-27T02:30+01:00",
            "2027-03-28T02:30 at 2027-03-28T03:30+02:00",
            "2027-03-29T02:30 at 2027-03-29T02:30+02:00",
            "2027-03-30T02:30 at 2027-03-30T02:30+02:00");
  }

  @Test
  void takesTheFirstOfATimeThatComesTwice() {
    List<String> autumn = next("30 2 * * *", "Europe/Berlin", "2026-10-24T12:00:00Z", 2);

    assertThat(autumn)
        .containsExactly(
            "2026-10-25T02:30 at 2026-10-25T02:30+02:00",
            "2026-10-26T02:30 at 2026-10-26T02:30+01:00");
  }

  @ParameterizedTest
  @CsvSource({
    "America/New_York, 30 2 * * *, 2027-03-14T05:00:00Z, 2027-03-14T02:30 at 2027-03-14T03:30-04:00",
    "Australia/Lord_Howe, 15 2 * * *, 2026-10-03T14:00:00Z, 2026-10-04T02:15 at 2026-10-04T02:45+11:00",
    "Africa/Casablanca, 30 2 * * *, 2027-03-14T00:00:00Z, 2027-03-14T02:30 at 2027-03-14T03:30+01:00",
    "America/Santiago, 30 0 * * *, 2026-09-06T03:00:00Z, 2026-09-06T00:30 at 2026-09-06T01:30-03:00",
    "Asia/Kolkata, 30 2 * * *, 2027-03-27T12:00:00Z, 2027-03-28T02:30 at 2027-03-28T02:30+05:30"
  })
  void followsTheZone(String zone, String cron, String after, String expected) {
    assertThat(next(cron, zone, after, 1)).containsExactly(expected);
  }

  @Test
  void makesOneLetterOfASkippedTimeAndTheTimeItIsMovedTo() {
    assertThat(next("0 * * * *", "Europe/Berlin", "2027-03-28T00:30:00Z", 2))
        .containsExactly(
            "2027-03-28T03:00 at 2027-03-28T03:00+02:00",
            "2027-03-28T04:00 at 2027-03-28T04:00+02:00");
    assertThat(timetable("0 */2 * * *", "Europe/Berlin").moved(at("2027-01-01"), at("2028-01-01")))
        .extracting(TimetableTest::text)
        .containsExactly("2027-03-28T02:00 at 2027-03-28T03:00+02:00");
  }

  @Test
  void hasNoLetterForADayThatDoesNotExist() {
    assertThat(next("30 2 * * *", "Pacific/Apia", "2011-12-29T20:00:00Z", 1))
        .containsExactly("2011-12-31T02:30 at 2011-12-31T02:30+14:00");
  }

  @ParameterizedTest
  @CsvSource({
    "2026-12-01T01:30:00Z, 2026-12-01T02:30",
    "2027-03-28T01:30:00Z, 2027-03-28T02:30",
    "2026-10-25T00:30:00Z, 2026-10-25T02:30",
    "2026-10-25T01:30:00Z, 2026-10-25T02:30"
  })
  void knowsTheTimeOfAFiring(String firing, String nominal) {
    assertThat(timetable("30 2 * * *", "Europe/Berlin").nominalAt(Instant.parse(firing)))
        .contains(LocalDateTime.parse(nominal));
  }

  /** Temporal may know newer or older rules of a zone than this JVM. */
  @ParameterizedTest
  @CsvSource({
    "2026-12-01T00:30:00Z, 2026-12-01T02:30",
    "2026-12-01T02:30:00Z, 2026-12-01T02:30",
    "2026-12-01T02:00:00Z, 2026-12-01T02:30",
    "2027-03-28T02:30:00Z, 2027-03-28T02:30"
  })
  void knowsAFiringThatIsAnHourOff(String firing, String nominal) {
    assertThat(timetable("30 2 * * *", "Europe/Berlin").nominalAt(Instant.parse(firing)))
        .contains(LocalDateTime.parse(nominal));
  }

  @Test
  void doesNotExplainAFiringByHand() {
    Timetable daily = timetable("30 2 * * *", "Europe/Berlin");

    assertThat(daily.nominalAt(Instant.parse("2026-12-01T19:12:07Z"))).isEmpty();
    assertThat(daily.nominalAt(Instant.parse("2026-12-01T02:30:01Z"))).isEmpty();
    assertThat(daily.nominalAt(Instant.parse("2026-12-01T00:45:17Z"))).isEmpty();
    assertThat(daily.nominalAt(Instant.parse("2026-12-01T01:44:00.250Z"))).isEmpty();
  }

  @Test
  void eitherDayIsEnoughInCronAndBothAreNeededInACalendar() {
    CalendarRule firstMonday =
        new CalendarRule(
            List.of(LocalTime.of(9, 0)),
            Set.of(DayOfWeek.MONDAY),
            Set.of(1, 2, 3, 4, 5, 6, 7),
            Set.of());

    assertThat(next("0 9 1 * MON", "UTC", "2026-12-01T10:00:00Z", 3))
        .extracting(text -> text.substring(0, 10))
        .containsExactly("2026-12-07", "2026-12-14", "2026-12-21");
    assertThat(new Timetable(firstMonday, ZoneId.of("UTC")).next(at("2026-12-01"), 3))
        .extracting(n -> n.wall().toLocalDate().toString())
        .containsExactly("2026-12-07", "2027-01-04", "2027-02-01");
  }

  @Test
  void findsTimesThatAreYearsApart() {
    assertThat(next("0 0 29 2 *", "UTC", "2026-12-01T00:00:00Z", 2))
        .containsExactly(
            "2028-02-29T00:00 at 2028-02-29T00:00Z", "2032-02-29T00:00 at 2032-02-29T00:00Z");
  }

  @Test
  void findsNothingForADayThatNeverComes() {
    assertThat(next("0 0 30 2 *", "UTC", "2026-12-01T00:00:00Z", 1)).isEmpty();
  }

  private static List<String> next(String cron, String zone, String after, int most) {
    return timetable(cron, zone).next(Instant.parse(after), most).stream()
        .map(TimetableTest::text)
        .toList();
  }

  private static String text(Nominal nominal) {
    return nominal.wall() + " at " + nominal.at();
  }

  private static Timetable timetable(String cron, String zone) {
    return new Timetable(new CronRule(cron), ZoneId.of(zone));
  }

  private static Instant at(String date) {
    return Instant.parse(date + "T00:00:00Z");
  }
}
