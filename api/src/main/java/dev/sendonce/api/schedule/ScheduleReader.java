package dev.sendonce.api.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sendonce.api.auth.Caller;
import dev.sendonce.api.http.BodyFields;
import dev.sendonce.api.problem.Problem;
import dev.sendonce.api.problem.ProblemException;
import dev.sendonce.api.problem.ProblemType;
import dev.sendonce.intake.Intake;
import dev.sendonce.schedule.CalendarRule;
import dev.sendonce.schedule.CronRule;
import dev.sendonce.schedule.LetterTemplate;
import dev.sendonce.schedule.Overlap;
import dev.sendonce.schedule.Rule;
import dev.sendonce.schedule.Schedule;
import dev.sendonce.schedule.Timetable;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Reads the request for a schedule; 422 with everything that is wrong. Thread-safe. */
final class ScheduleReader {
  private static final int SHORT = 200;
  private static final int LONGEST_TEMPLATE = 1_000_000;
  private static final int MOST_TIMES = 100;
  private static final int LONGEST_MONTH = 31;
  private static final int MONTHS = 12;
  private static final Duration SHORTEST_CATCH_UP = Duration.ofSeconds(10);
  private static final Duration USUAL_CATCH_UP = Duration.ofMinutes(10);
  private static final Duration LONGEST_CATCH_UP = Duration.ofDays(30);
  private static final List<String> ONE_LETTER_ONLY = List.of("sendAt", "messageId");

  private final Intake intake;
  private final Clock clock;

  ScheduleReader(Intake intake, Clock clock) {
    this.intake = intake;
    this.clock = clock;
  }

  /** What the caller asks for. */
  Schedule.Terms read(Caller caller, BodyFields fields) {
    Optional<Rule> rule = rule(fields);
    Optional<ZoneId> zone = zone(fields);
    Overlap overlap =
        fields
            .optionalText("overlap", SHORT)
            .flatMap(text -> overlap(text, fields))
            .orElse(Overlap.FORBID);
    Duration catchUp =
        fields
            .optionalText("catchUpWindow", SHORT)
            .flatMap(text -> catchUp(text, fields))
            .orElse(USUAL_CATCH_UP);
    Optional<JsonNode> template = template(caller, fields);
    if (rule.isPresent()
        && zone.isPresent()
        && new Timetable(rule.get(), zone.get()).next(clock.instant(), 1).isEmpty()) {
      fields.refuse(fields.has("cron") ? "cron" : "calendar", "names a day that never comes");
    }
    fields.check();
    return new Schedule.Terms(
        caller.getName(),
        caller.key().id(),
        rule.orElseThrow(),
        zone.orElseThrow(),
        overlap,
        catchUp,
        template.orElseThrow().toString());
  }

  private static Optional<Rule> rule(BodyFields fields) {
    Optional<String> cron = fields.optionalText("cron", SHORT);
    Optional<BodyFields> calendar = fields.fields("calendar");
    boolean one = fields.has("cron") != fields.has("calendar");
    if (!one) {
      return fields.refuse("cron", "or calendar is required, and not both");
    }
    return cron.isPresent()
        ? cron.flatMap(text -> cron(text, fields))
        : calendar.flatMap(ScheduleReader::calendar);
  }

  private static Optional<Rule> cron(String text, BodyFields fields) {
    try {
      CronRule rule = new CronRule(text);
      rule.lines();
      return Optional.of(rule);
    } catch (IllegalArgumentException e) {
      return fields.refuse("cron", "must be five fields of crontab(5), such as 30 2 * * MON-FRI");
    }
  }

  private static Optional<Rule> calendar(BodyFields fields) {
    List<LocalTime> times = new ArrayList<>();
    List<String> given = fields.texts("times", MOST_TIMES, SHORT);
    for (int i = 0; i < given.size(); i++) {
      String path = "times[" + i + "]";
      time(given.get(i))
          .ifPresentOrElse(times::add, () -> fields.refuse(path, "must be a time such as 02:30"));
    }
    if (given.isEmpty()) {
      fields.refuse("times", "is required: at least one time such as 02:30");
    }
    Set<DayOfWeek> weekdays = Set.copyOf(weekdays(fields));
    Set<Integer> days = Set.copyOf(fields.integers("daysOfMonth", 1, LONGEST_MONTH));
    Set<Integer> months = Set.copyOf(fields.integers("months", 1, MONTHS));
    return times.size() == given.size() && !times.isEmpty()
        ? Optional.of(new CalendarRule(times, weekdays, days, months))
        : Optional.empty();
  }

  private static Optional<LocalTime> time(String text) {
    try {
      return text.matches("[0-9]{2}:[0-9]{2}")
          ? Optional.of(LocalTime.parse(text))
          : Optional.empty();
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static List<DayOfWeek> weekdays(BodyFields fields) {
    List<DayOfWeek> days = new ArrayList<>();
    List<String> given = fields.texts("daysOfWeek", DayOfWeek.values().length, SHORT);
    for (int i = 0; i < given.size(); i++) {
      String name = given.get(i).toUpperCase(Locale.ROOT);
      String path = "daysOfWeek[" + i + "]";
      Arrays.stream(DayOfWeek.values())
          .filter(day -> day.name().equals(name) || day.name().substring(0, 3).equals(name))
          .findFirst()
          .ifPresentOrElse(days::add, () -> fields.refuse(path, "must be a day such as MON"));
    }
    return days;
  }

  private static Optional<ZoneId> zone(BodyFields fields) {
    if (!fields.has("timeZone")) {
      return fields.refuse("timeZone", "is required: a zone of IANA such as Europe/Berlin");
    }
    Optional<String> text = fields.optionalText("timeZone", SHORT);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    return ZoneId.getAvailableZoneIds().contains(text.get())
        ? text.map(ZoneId::of)
        : fields.refuse("timeZone", "must be a zone of IANA such as Europe/Berlin");
  }

  private static Optional<Overlap> overlap(String text, BodyFields fields) {
    return Arrays.stream(Overlap.values())
        .filter(each -> each.wire().equals(text))
        .findFirst()
        .or(() -> fields.refuse("overlap", "must be forbid, replace or allow"));
  }

  private static Optional<Duration> catchUp(String text, BodyFields fields) {
    try {
      Duration window = Duration.parse(text);
      if (window.compareTo(SHORTEST_CATCH_UP) >= 0 && window.compareTo(LONGEST_CATCH_UP) <= 0) {
        return Optional.of(Duration.ofSeconds(window.toSeconds()));
      }
    } catch (DateTimeException e) {
      // refused below, like a window out of range
    }
    return fields.refuse(
        "catchUpWindow", "must be an ISO 8601 duration from PT10S to P30D, such as PT10M");
  }

  /** Judged as the letter of a firing will be; what is wrong bears the prefix of the template. */
  private Optional<JsonNode> template(Caller caller, BodyFields fields) {
    if (!fields.has("template")) {
      return fields.refuse("template", "is required: the body of a request to send");
    }
    Optional<JsonNode> template = fields.object("template");
    if (template.isEmpty()) {
      return template;
    }
    if (template.get().toString().length() > LONGEST_TEMPLATE) {
      throw new ProblemException(
          Problem.of(ProblemType.TOO_LARGE, "A template may have a million characters."));
    }
    for (String field : ONE_LETTER_ONLY) {
      if (template.get().hasNonNull(field)) {
        fields.refuse("template." + field, "may not stand in a template");
      }
    }
    LocalDateTime now = LocalDateTime.ofInstant(clock.instant(), ZoneOffset.UTC);
    JsonNode sample = LetterTemplate.of(template.get()).filled(now);
    intake
        .check(caller.submitter(), sample)
        .forEach(error -> fields.refuse("template." + error.field(), error.message()));
    return template;
  }
}
