package dev.sendonce.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Whatever a client writes is a rule with times, or no crontab line. */
class CronRuleFuzzTest {
  private static final long SEED = 20_261_201;
  private static final int TRIES = 30_000;
  private static final List<String> PIECES =
      List.of(
          "*", "*", "*", "*", "0", "1", "2", "5", "7", "15", "30", "31", "59", "60", "99", "MON",
          "fri", "SUN", "JAN", "dec", "-", "-", ",", ",", "/", "/", "|", "||", " ", " ", "\t", "L",
          "W", "#", "?", "@daily", "\u0661", "é", "\n", "+", ".");

  private final Random random = new Random(SEED);

  @Test
  void readsARuleWithTimesOrRefuses() {
    int read = 0;
    for (int i = 0; i < TRIES; i++) {
      String text = i % 2 == 0 ? fields() : spoilt();
      Optional<List<CalendarLine>> lines = lines(text);
      lines.ifPresent(all -> assertThat(all).as(text).isNotEmpty().allMatch(this::isSound));
      read += lines.isPresent() ? 1 : 0;
    }
    assertThat(read).isBetween(TRIES / 200, TRIES);
  }

  private static Optional<List<CalendarLine>> lines(String text) {
    try {
      return Optional.of(new CronRule(text).lines());
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    } catch (RuntimeException e) {
      return fail("'" + text + "' is neither read nor refused", e);
    }
  }

  private boolean isSound(CalendarLine line) {
    return within(line.minutes(), 0, 59)
        && within(line.hours(), 0, 23)
        && within(line.daysOfMonth(), 1, 31)
        && within(line.months(), 1, 12)
        && within(line.daysOfWeek(), 0, 6);
  }

  private static boolean within(Collection<Integer> values, int first, int last) {
    return !values.isEmpty() && values.stream().allMatch(v -> v >= first && v <= last);
  }

  /** Five fields of one or two pieces. */
  private String fields() {
    return IntStream.range(0, 5)
        .mapToObj(field -> pieces(1 + random.nextInt(2)))
        .collect(Collectors.joining(" "));
  }

  /** A sound line with something put in somewhere. */
  private String spoilt() {
    StringBuilder line = new StringBuilder("30 2,4 1-7 JAN-MAR/2 MON");
    for (int i = random.nextInt(3); i >= 0; i--) {
      line.insert(random.nextInt(line.length() + 1), pieces(1));
    }
    return line.toString();
  }

  private String pieces(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> PIECES.get(random.nextInt(PIECES.size())))
        .collect(Collectors.joining());
  }
}
