package dev.sendonce.schedule;

import java.util.List;

/** When a schedule fires, on the wall clock of its zone. */
public sealed interface Rule permits CronRule, CalendarRule {
  /** A time belongs to the rule when it belongs to one of these. */
  List<CalendarLine> lines();
}
