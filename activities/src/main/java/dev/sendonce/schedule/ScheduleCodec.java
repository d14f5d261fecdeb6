package dev.sendonce.schedule;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.bson.Document;

/** A schedule as a document of the collection {@code schedules}. */
final class ScheduleCodec {
  private ScheduleCodec() {}

  static Document encode(Schedule s) {
    Schedule.Terms terms = s.terms();
    return new Document("_id", s.id())
        .append("client", terms.client())
        .append("apiKey", terms.apiKey())
        .append("rule", encode(terms.rule()))
        .append("timeZone", terms.zone().getId())
        .append("overlap", terms.overlap().wire())
        .append("catchUpWindow", terms.catchUp().toString())
        .append("template", terms.template())
        .append("state", s.state().name())
        .append("pause", encode(s.pauses().current()))
        .append("pastPauses", s.pauses().past().stream().map(ScheduleCodec::encode).toList())
        .append("underWay", s.underWay().stream().map(ScheduleCodec::encode).toList())
        .append("firings", s.firings().stream().map(ScheduleCodec::encode).toList())
        .append("applied", s.applied())
        .append("watchedUntil", Date.from(s.watchedUntil()))
        .append("createdAt", Date.from(s.createdAt()))
        .append("updatedAt", Date.from(s.updatedAt()))
        .append("version", s.version());
  }

  static Schedule decode(Document d) {
    return new Schedule(
        d.getString("_id"),
        new Schedule.Terms(
            d.getString("client"),
            d.getString("apiKey"),
            rule(d.get("rule", Document.class)),
            ZoneId.of(d.getString("timeZone")),
            Overlap.fromWire(d.getString("overlap")),
            Duration.parse(d.getString("catchUpWindow")),
            d.getString("template")),
        Schedule.State.valueOf(d.getString("state")),
        new Pauses(
            pause(d.get("pause", Document.class)),
            d.getList("pastPauses", Document.class, List.of()).stream()
                .map(ScheduleCodec::period)
                .toList()),
        d.getList("underWay", Document.class).stream().map(ScheduleCodec::underWay).toList(),
        d.getList("firings", Document.class).stream().map(ScheduleCodec::firing).toList(),
        d.getBoolean("applied"),
        instant(d, "watchedUntil"),
        instant(d, "createdAt"),
        instant(d, "updatedAt"),
        d.get("version", Number.class).longValue());
  }

  private static Document encode(Rule rule) {
    if (rule instanceof CronRule cron) {
      return new Document("cron", cron.expression());
    }
    CalendarRule calendar = (CalendarRule) rule;
    return new Document("times", calendar.times().stream().map(LocalTime::toString).toList())
        .append("daysOfWeek", calendar.daysOfWeek().stream().map(DayOfWeek::name).toList())
        .append("daysOfMonth", List.copyOf(calendar.daysOfMonth()))
        .append("months", List.copyOf(calendar.months()));
  }

  private static Rule rule(Document d) {
    return d.containsKey("cron")
        ? new CronRule(d.getString("cron"))
        : new CalendarRule(
            d.getList("times", String.class).stream().map(LocalTime::parse).toList(),
            d.getList("daysOfWeek", String.class).stream()
                .map(DayOfWeek::valueOf)
                .collect(Collectors.toSet()),
            Set.copyOf(d.getList("daysOfMonth", Integer.class)),
            Set.copyOf(d.getList("months", Integer.class)));
  }

  private static Document encode(Pauses.Pause pause) {
    return pause == null
        ? null
        : new Document("reason", pause.reason())
            .append("actor", pause.actor())
            .append("at", Date.from(pause.at()));
  }

  private static Pauses.Pause pause(Document d) {
    return d == null
        ? null
        : new Pauses.Pause(d.getString("reason"), d.getString("actor"), instant(d, "at"));
  }

  private static Document encode(Pauses.Period past) {
    return new Document("from", Date.from(past.from())).append("until", Date.from(past.until()));
  }

  private static Pauses.Period period(Document d) {
    return new Pauses.Period(instant(d, "from"), instant(d, "until"));
  }

  private static Document encode(Schedule.UnderWay letter) {
    return new Document("key", letter.key()).append("since", Date.from(letter.since()));
  }

  private static Schedule.UnderWay underWay(Document d) {
    return new Schedule.UnderWay(d.getString("key"), instant(d, "since"));
  }

  private static Document encode(Firing firing) {
    LocalDateTime nominal = firing.scheduledFor();
    return new Document("scheduledFor", nominal == null ? null : nominal.toString())
        .append("key", firing.key())
        .append("at", Date.from(firing.at()))
        .append("outcome", firing.outcome().wire())
        .append("detail", firing.detail());
  }

  private static Firing firing(Document d) {
    String nominal = d.getString("scheduledFor");
    return new Firing(
        nominal == null ? null : LocalDateTime.parse(nominal),
        d.getString("key"),
        instant(d, "at"),
        FiringOutcome.fromWire(d.getString("outcome")),
        d.getString("detail"));
  }

  private static Instant instant(Document d, String field) {
    return d.getDate(field).toInstant();
  }
}
