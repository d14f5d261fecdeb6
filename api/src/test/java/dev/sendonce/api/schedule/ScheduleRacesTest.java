package dev.sendonce.api.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sendonce.api.TestApi;
import dev.sendonce.api.TestClient;
import dev.sendonce.api.TestClient.Answer;
import dev.sendonce.api.engine.ScheduleEngine;
import dev.sendonce.schedule.MissedFirings;
import dev.sendonce.schedule.Schedule;
import dev.sendonce.schedule.Schedule.State;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Temporal hears something old after something new. */
class ScheduleRacesTest {
  @RegisterExtension static final TestApi API = new TestApi();

  private final TestClient admin = API.client();

  @AfterEach
  void temporalIsBack() {
    API.schedules.answer = ScheduleEngine.Answer.DONE;
  }

  @Test
  void aPauseThatComesLateSilencesNothing() {
    admin.post("/v1/schedules", Regular.daily("late-guard", ""));
    API.schedules.answer = ScheduleEngine.Answer.UNREACHABLE;
    admin.post("/v1/schedules/late-guard/pause", "{\"reason\":\"wrong figures\"}");
    API.schedules.answer = ScheduleEngine.Answer.DONE;

    API.schedules.meanwhile(() -> admin.post("/v1/schedules/late-guard/unpause", "{}"));
    guard().run();

    assertThat(API.schedules.applied.get("late-guard").pause()).isNull();
    assertThat(row("late-guard")).get().matches(Schedule::applied);
  }

  @Test
  void aPauseThatIsOvertakenByItsEndSilencesNothing() {
    admin.post("/v1/schedules", Regular.daily("late-pause", ""));

    API.schedules.meanwhile(() -> admin.post("/v1/schedules/late-pause/unpause", "{}"));
    admin.post("/v1/schedules/late-pause/pause", "{\"reason\":\"wrong figures\"}");

    assertThat(API.schedules.applied.get("late-pause").pause()).isNull();
    assertThat(row("late-pause")).get().matches(Schedule::applied);
  }

  @Test
  void aRemovedScheduleRingsNoMoreWhenItIsAppliedLate() {
    admin.post("/v1/schedules", Regular.daily("late-apply", ""));

    API.schedules.meanwhile(() -> admin.delete("/v1/schedules/late-apply"));
    guard().run();

    assertThat(API.schedules.applied).doesNotContainKey("late-apply");
    assertThat(row("late-apply")).isEmpty();
  }

  @Test
  void whatRingsWithoutARowIsSilencedWhenTemporalIsBack() {
    admin.post("/v1/schedules", Regular.daily("late-away", ""));
    Schedule old = row("late-away").orElseThrow();
    admin.delete("/v1/schedules/late-away");
    API.schedules.applied.put("late-away", old);
    API.schedules.answer = ScheduleEngine.Answer.UNREACHABLE;

    API.scheduleParts().changes().bell().told(old);
    assertThat(admin.get("/v1/schedules/late-away").status()).isEqualTo(404);
    API.schedules.answer = ScheduleEngine.Answer.DONE;
    guard().run();

    assertThat(API.schedules.applied).doesNotContainKey("late-away");
    assertThat(row("late-away")).isEmpty();
  }

  @Test
  void whatIsMadeAgainWhileItIsRemovedRings() {
    admin.post("/v1/schedules", Regular.daily("again", ""));
    API.schedules.answer = ScheduleEngine.Answer.UNREACHABLE;
    admin.delete("/v1/schedules/again");
    API.schedules.answer = ScheduleEngine.Answer.DONE;
    ScheduleGuard guard = guard();

    API.schedules.meanwhile(() -> admin.post("/v1/schedules", Regular.daily("again", "")));
    guard.run();
    guard.run();

    assertThat(row("again")).get().matches(Schedule::applied);
    assertThat(API.schedules.applied).containsKey("again");
  }

  @Test
  void aRequestThatFailsLeavesTheScheduleOfAnotherOne() {
    AtomicReference<Answer> other = new AtomicReference<>();
    API.schedules.meanwhile(
        () -> {
          other.set(admin.post("/v1/schedules", Regular.daily("twice", "")));
          API.schedules.answer = ScheduleEngine.Answer.REFUSED;
        });

    Answer answer = admin.post("/v1/schedules", Regular.daily("twice", ""));

    assertThat(other.get().status()).isEqualTo(200);
    assertThat(answer.status()).isEqualTo(200);
    assertThat(row("twice")).get().extracting(Schedule::state).isEqualTo(State.ACTIVE);
    assertThat(API.schedules.applied).containsKey("twice");
  }

  @Test
  void twoDifferentOnesOfOneIdAtOnceMakeOne() {
    AtomicReference<Answer> other = new AtomicReference<>();
    String body = Regular.daily("either", "");
    API.schedules.meanwhile(
        () -> other.set(admin.post("/v1/schedules", body.replace("30 2", "45 2"))));

    assertThat(admin.post("/v1/schedules", body).status()).isEqualTo(201);

    assertThat(other.get().problem()).isEqualTo("idempotency-key-reused");
    assertThat(admin.get("/v1/schedules/either").json().path("cron").asText())
        .isEqualTo("30 2 * * *");
  }

  @Test
  void onlyAScheduleThatExistsIsPaused() {
    admin.post("/v1/schedules", Regular.daily("no-more", ""));
    API.schedules.answer = ScheduleEngine.Answer.UNREACHABLE;
    admin.delete("/v1/schedules/no-more");
    API.schedules.answer = ScheduleEngine.Answer.DONE;
    API.schedules.applied.remove("no-more");

    assertThat(API.scheduleParts().changes().pause("no-more", "too late", "ann")).isEmpty();
    assertThat(API.schedules.applied).doesNotContainKey("no-more");
  }

  private static Optional<Schedule> row(String id) {
    return API.scheduleParts().rows().find(id);
  }

  private static ScheduleGuard guard() {
    ScheduleParts parts = API.scheduleParts();
    return new ScheduleGuard(
        parts.rows(),
        parts.changes(),
        new MissedFirings(parts.rows(), API.ledger(), Clock.systemUTC()),
        Clock.systemUTC());
  }
}
