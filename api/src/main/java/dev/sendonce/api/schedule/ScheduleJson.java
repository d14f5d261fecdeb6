package dev.sendonce.api.schedule;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import dev.sendonce.schedule.Overlap;
import java.time.Instant;
import java.util.List;

/**
 * A schedule as clients see it.
 *
 * @param cron null when there is a calendar, and the other way round
 * @param reason why it is paused; null when it is not
 * @param next the next times at which a letter goes, with offset
 * @param engine {@code applied} when Temporal has been told everything, else {@code pending}
 * @param template left out in lists
 * @param firings the newest first; left out in lists
 */
public record ScheduleJson(
    String id,
    String client,
    String cron,
    CalendarJson calendar,
    String timeZone,
    Overlap overlap,
    String catchUpWindow,
    boolean paused,
    String reason,
    String pausedBy,
    Instant pausedAt,
    List<String> next,
    String engine,
    Instant createdAt,
    Instant updatedAt,
    @JsonInclude(JsonInclude.Include.NON_NULL) JsonNode template,
    @JsonInclude(JsonInclude.Include.NON_NULL) List<FiringJson> firings,
    Links links) {

  /** A calendar rule. */
  public record CalendarJson(
      List<String> times,
      List<String> daysOfWeek,
      List<Integer> daysOfMonth,
      List<Integer> months) {}

  /**
   * A firing.
   *
   * @param scheduledFor the nominal local time, without offset; null for a letter out of turn
   * @param send where its send is found; null when there is none
   */
  public record FiringJson(
      String scheduledFor, String key, Instant at, String outcome, String detail, String send) {}

  /** Where to go from here. */
  public record Links(String self, String temporal) {}
}
