package dev.sendonce.api.schedule;

import dev.sendonce.api.engine.ScheduleEngine;
import dev.sendonce.api.http.JsonBody;
import dev.sendonce.api.send.SendAnswers;
import dev.sendonce.api.send.WorkflowStart;
import dev.sendonce.intake.Intake;
import dev.sendonce.schedule.ScheduledLetters;
import dev.sendonce.schedule.Schedules;
import java.time.Clock;
import java.util.List;

/** What regular letters are made with. */
public record ScheduleParts(
    Schedules rows, ScheduledLetters letters, ScheduleEngine engine, Clock clock) {

  /** What is changed by requests and by the guard. */
  public ScheduleChanges changes() {
    return new ScheduleChanges(rows, engine, clock);
  }

  /** What answers below {@code /v1/schedules}. */
  public List<Object> resources(
      Intake intake, WorkflowStart start, SendAnswers answers, JsonBody json) {
    SchedulePresenter presenter = new SchedulePresenter(engine, clock);
    return List.of(
        new SchedulesResource(rows, changes(), new ScheduleReader(intake, clock), presenter, json),
        new ScheduleResource(rows, changes(), letters, start, presenter, answers, json));
  }
}
