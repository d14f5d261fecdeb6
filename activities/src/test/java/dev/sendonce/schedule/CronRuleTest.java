package dev.sendonce.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CronRuleTest {
  @Test
  void readsListsRangesStepsAndNames() {
    CalendarLine line = new CronRule("5,10-12,*/30 8-18/5 * JAN-MAR MON-FRI").lines().get(0);

    assertThat(line.minutes()).containsExactly(0, 5, 10, 11, 12, 30);
    assertThat(line.hours()).containsExactly(8, 13, 18);
    assertThat(line.daysOfMonth()).hasSize(31);
    assertThat(line.months()).containsExactly(1, 2, 3);
    assertThat(line.daysOfWeek()).containsExactly(1, 2, 3, 4, 5);
  }

  @Test
  void knowsBothNumbersOfSunday() {
    assertThat(new CronRule("0 0 * * 0").lines()).isEqualTo(new CronRule("0 0 * * 7").lines());
  }

  @Test
  void endsARangeOfDaysAtSunday() {
    assertThat(new CronRule("0 0 * * FRI-SUN").lines().get(0).daysOfWeek())
        .containsExactly(0, 5, 6);
    assertThat(new CronRule("0 0 * * 5-7/2").lines().get(0).daysOfWeek()).containsExactly(0, 5);
  }

  @Test
  void makesTwoLinesOfTwoKindsOfDays() {
    List<CalendarLine> lines = new CronRule("0 9 1 * MON").lines();

    assertThat(lines).hasSize(2);
    assertThat(lines.get(0).daysOfMonth()).containsExactly(1);
    assertThat(lines.get(0).daysOfWeek()).hasSize(7);
    assertThat(lines.get(1).daysOfMonth()).hasSize(31);
    assertThat(lines.get(1).daysOfWeek()).containsExactly(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "* * * *",
        "60 * * * *",
        "* 24 * * *",
        "* * 0 * *",
        "* * * 13 *",
        "* * * * 8",
        "a * * * *",
        "* * * * * *",
        "*/0 * * * *",
        "1-0 * * * *",
        "0 0 L * *",
        "0 0 * * 1#2",
        "0 0 ? * *",
        "@reboot",
        "0 0 15W * *",
        "-1 * * * *",
        "30 2 * * MON|FRI",
        "30 2 * * *||0 3 * * *",
        "0|15|30 2|3 * * *",
        "|",
        "||",
        "5-10/ * * * *",
        "/5 * * * *",
        "0 0 * * SUN-TUE",
        "99999999999 * * * *"
      })
  void refusesWhatIsNoCrontabLine(String expression) {
    assertThatIllegalArgumentException().isThrownBy(() -> new CronRule(expression).lines());
  }
}
