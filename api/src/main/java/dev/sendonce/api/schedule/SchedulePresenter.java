package dev.sendonce.api.schedule;

import dev.sendonce.api.engine.ScheduleEngine;
import dev.sendonce.api.schedule.ScheduleJson.CalendarJson;
import dev.sendonce.api.schedule.ScheduleJson.FiringJson;
import dev.sendonce.api.send.SendPresenter;
import dev.sendonce.schedule.CalendarRule;
import dev.sendonce.schedule.CronRule;
import dev.sendonce.schedule.Firing;
import dev.sendonce.schedule.FiringOutcome;
import dev.sendonce.schedule.LetterTemplate;
import dev.sendonce.schedule.Pauses;
import dev.sendonce.schedule.Rule;
import dev.sendonce.schedule.Schedule;
import dev.sendonce.send.SendKey;
import java.time.Clock;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Shows schedules to clients. Thread-safe. */
final class SchedulePresenter {
  private static final int NEXT = 10;
  private static final Set<FiringOutcome> WITH_SEND =
      Set.of(FiringOutcome.ACCEPTED, FiringOutcome.REPLAYED, FiringOutcome.TRIGGERED);

  private final ScheduleEngine engine;
  private final Clock clock;

  SchedulePresenter(ScheduleEngine engine, Clock clock) {
    this.engine = engine;
    this.clock = clock;
  }

  static String path(String id) {
    return "/v1/schedules/" + new SendKey(id).pathSegment();
  }

  /** One schedule with its template and its firings. */
  ScheduleJson whole(Schedule schedule) {
    return present(schedule, true);
  }

  /** A line of a list. */
  ScheduleJson line(Schedule schedule) {
    return present(schedule, false);
  }

  private ScheduleJson present(Schedule s, boolean whole) {
    Schedule.Terms terms = s.terms();
    Pauses.Pause pause = s.pause();
    return new ScheduleJson(
        s.id(),
        terms.client(),
        terms.rule() instanceof CronRule cron ? cron.expression() : null,
        calendar(terms.rule()),
        terms.zone().getId(),
        terms.overlap(),
        terms.catchUp().toString(),
        pause != null,
        pause == null ? null : pause.reason(),
        pause == null ? null : pause.actor(),
        pause == null ? null : pause.at(),
        next(s),
        s.applied() ? "applied" : "pending",
        s.createdAt(),
        s.updatedAt(),
        whole ? LetterTemplate.of(s).json() : null,
        whole ? firings(s) : null,
        new ScheduleJson.Links(path(s.id()), engine.uiLink(s.id()).toString()));
  }

  private static CalendarJson calendar(Rule rule) {
    if (!(rule instanceof CalendarRule calendar)) {
      return null;
    }
    return new CalendarJson(
        calendar.times().stream().map(Object::toString).toList(),
        calendar.daysOfWeek().stream().sorted().map(day -> day.name().substring(0, 3)).toList(),
        calendar.daysOfMonth().stream().sorted().toList(),
        calendar.months().stream().sorted().toList());
  }

  private List<String> next(Schedule s) {
    return s.timetable().next(clock.instant(), NEXT).stream()
        .map(nominal -> text(nominal.at()))
        .toList();
  }

  private static String text(OffsetDateTime at) {
    return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(at);
  }

  private static List<FiringJson> firings(Schedule s) {
    int last = s.firings().size() - 1;
    return IntStream.rangeClosed(0, last)
        .boxed()
        .sorted(Comparator.reverseOrder())
        .map(i -> json(s.firings().get(i)))
        .toList();
  }

  private static FiringJson json(Firing f) {
    LocalDateTime nominal = f.scheduledFor();
    return new FiringJson(
        nominal == null ? null : nominal.toString(),
        f.key(),
        f.at(),
        f.outcome().wire(),
        f.detail(),
        WITH_SEND.contains(f.outcome()) ? SendPresenter.path(new SendKey(f.key())) : null);
  }
}
