package dev.sendonce.api.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sendonce.activity.ScheduledFiring;
import dev.sendonce.api.TestApi;
import dev.sendonce.api.TestClient;
import dev.sendonce.api.TestClient.Answer;
import dev.sendonce.api.engine.ScheduleEngine;
import dev.sendonce.schedule.CronRule;
import dev.sendonce.schedule.MissedFirings;
import dev.sendonce.schedule.Schedule;
import dev.sendonce.schedule.Timetable;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ScheduleOrdersTest {
  @RegisterExtension static final TestApi API = new TestApi();

  private final TestClient admin = API.client();

  @AfterEach
  void temporalIsBack() {
    API.schedules.answer = ScheduleEngine.Answer.DONE;
  }

  @Test
  void storesNothingWhileTemporalIsAway() {
    API.schedules.answer = ScheduleEngine.Answer.UNREACHABLE;
    Answer answer = admin.post("/v1/schedules", Regular.daily("no-engine", ""));

    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.problem()).isEqualTo("engine-unavailable");
    assertThat(answer.header("Retry-After")).isPresent();
    assertThat(admin.get("/v1/schedules/no-engine").status()).isEqualTo(404);
    assertThat(admin.get("/v1/schedules").text()).doesNotContain("no-engine");
    assertThat(fire("no-engine", Instant.now()).outcome()).isEqualTo("refused");

    API.schedules.answer = ScheduleEngine.Answer.DONE;
    guard().run();
    assertThat(API.scheduleParts().rows().find("no-engine")).isEmpty();
    assertThat(admin.post("/v1/schedules", Regular.daily("no-engine", "")).status()).isEqualTo(201);
  }

  @Test
  void refusesAZoneThatTemporalDoesNotKnow() {
    API.schedules.answer = ScheduleEngine.Answer.REFUSED;

    Answer answer = admin.post("/v1/schedules", Regular.daily("no-zone", ""));

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.json().path("errors").get(0).path("field").asText()).isEqualTo("timeZone");
    assertThat(API.scheduleParts().rows().find("no-zone")).isEmpty();
  }

  @Test
  void pausesWithAReasonAlsoWhileTemporalIsAway() {
    admin.post("/v1/schedules", Regular.daily("paused", ""));
    API.schedules.answer = ScheduleEngine.Answer.UNREACHABLE;

    Answer paused = admin.post("/v1/schedules/paused/pause", "{\"reason\":\"wrong figures\"}");

    assertThat(paused.status()).isEqualTo(200);
    assertThat(paused.json().path("paused").asBoolean()).isTrue();
    assertThat(paused.json().path("reason").asText()).isEqualTo("wrong figures");
    assertThat(paused.json().path("pausedBy").asText()).isEqualTo("admin");
    assertThat(paused.json().path("engine").asText()).isEqualTo("pending");
    assertThat(fire("paused", lastNight()).outcome()).isEqualTo("paused");

    API.schedules.answer = ScheduleEngine.Answer.DONE;
    guard().run();
    assertThat(API.schedules.applied.get("paused").pause()).isNotNull();
    assertThat(admin.get("/v1/schedules/paused").json().path("engine").asText())
        .isEqualTo("applied");

    Answer unpaused = admin.post("/v1/schedules/paused/unpause", "{}");
    assertThat(unpaused.json().path("paused").asBoolean()).isFalse();
    assertThat(API.schedules.applied.get("paused").pause()).isNull();
    assertThat(fire("paused", lastNight()).outcome()).isEqualTo("accepted");
  }

  @Test
  void wantsAReasonForAPause() {
    admin.post("/v1/schedules", Regular.daily("no-reason", ""));

    assertThat(admin.post("/v1/schedules/no-reason/pause", "{}").status()).isEqualTo(422);
    assertThat(admin.post("/v1/schedules/no-reason/unpause", "{\"x\":1}").status()).isEqualTo(422);
  }

  @Test
  void showsFiringsWithTheirSends() {
    admin.post("/v1/schedules", Regular.daily("fired", ""));
    fire("fired", lastNight());

    JsonNode firing = admin.get("/v1/schedules/fired").json().path("firings").get(0);

    assertThat(firing.path("outcome").asText()).isEqualTo("accepted");
    assertThat(firing.path("key").asText())
        .isEqualTo("fired/" + firing.path("scheduledFor").asText());
    JsonNode send = admin.get(firing.path("send").asText()).json();
    assertThat(send.path("key")).isEqualTo(firing.path("key"));
    assertThat(send.path("allowDuplicateContent").asBoolean()).isTrue();
  }

  @Test
  void triggersOncePerKey() {
    admin.post("/v1/schedules", Regular.daily("triggered", "").replace("ann@", "trigger@"));

    Answer first = trigger("trigger-1");
    Answer again = trigger("trigger-1");
    Answer second = trigger("trigger-2");
    Answer keyless = admin.post("/v1/schedules/triggered/trigger", "{}");
    Answer ofAFiring = trigger("triggered/2999-01-01T02:30");

    assertThat(first.status()).isEqualTo(202);
    assertThat(first.header("Location")).get().asString().endsWith("/v1/sends/trigger-1");
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.header("Idempotency-Replayed")).contains("true");
    assertThat(second.problem()).isEqualTo("duplicate-content");
    assertThat(keyless.problem()).isEqualTo("idempotency-key-missing");
    assertThat(ofAFiring.status()).isEqualTo(422);
    assertThat(ofAFiring.json().at("/errors/0/message").asText()).contains("still to come");
    JsonNode firings = admin.get("/v1/schedules/triggered").json().path("firings");
    assertThat(firings.findValuesAsText("outcome")).containsExactly("triggered");
  }

  private Answer trigger(String key) {
    return admin.post("/v1/schedules/triggered/trigger", "{}", "Idempotency-Key", key);
  }

  @Test
  void isGoneForEverybodyAtOnceAlsoWhileTemporalIsAway() {
    admin.post("/v1/schedules", Regular.daily("removed", ""));
    API.schedules.answer = ScheduleEngine.Answer.UNREACHABLE;

    assertThat(admin.delete("/v1/schedules/removed").status()).isEqualTo(204);

    assertThat(admin.get("/v1/schedules/removed").status()).isEqualTo(404);
    assertThat(fire("removed", lastNight()).outcome()).isEqualTo("refused");
    API.schedules.answer = ScheduleEngine.Answer.DONE;
    guard().run();
    assertThat(API.schedules.applied).doesNotContainKey("removed");
    assertThat(API.scheduleParts().rows().find("removed")).isEmpty();
  }

  @Test
  void theGuardBringsALostScheduleBack() {
    admin.post("/v1/schedules", Regular.daily("lost", ""));
    API.schedules.applied.remove("lost");

    guard().run();

    assertThat(API.schedules.applied).containsKey("lost");
  }

  @Test
  void theGuardEndsWhatARequestLeftHalfDone() {
    admin.post("/v1/schedules", Regular.daily("whole", ""));
    Schedule.Terms terms = API.scheduleParts().rows().find("whole").orElseThrow().terms();
    API.scheduleParts()
        .rows()
        .insert(Schedule.create("half", terms, Instant.now().minusSeconds(120)));
    assertThat(admin.get("/v1/schedules/half").status()).isEqualTo(404);

    guard().run();
    guard().run();

    assertThat(API.scheduleParts().rows().find("half")).isEmpty();
  }

  @Test
  void actsWithTheApiKeyThatConfirmedItLast() {
    TestClient first = client("{\"client\":\"rotating\"}");
    TestClient second = client("{\"client\":\"rotating\"}");
    first.post("/v1/schedules", Regular.daily("rotated", ""));
    String before = API.scheduleParts().rows().find("rotated").orElseThrow().terms().apiKey();
    admin.delete("/v1/api-keys/" + before);
    assertThat(fire("rotated", lastNight()).outcome()).isEqualTo("refused");

    assertThat(second.post("/v1/schedules", Regular.daily("rotated", "")).status()).isEqualTo(200);

    assertThat(fire("rotated", lastNight()).outcome()).isEqualTo("accepted");
  }

  private static ScheduledFiring fire(String id, Instant due) {
    return API.scheduleParts().letters().fire(id, due, Instant.now());
  }

  /** The last 02:30 in Berlin. */
  private static Instant lastNight() {
    Instant now = Instant.now().truncatedTo(ChronoUnit.MINUTES);
    return new Timetable(new CronRule("30 2 * * *"), ZoneId.of("Europe/Berlin"))
        .between(now.minus(Duration.ofHours(26)), now).stream()
            .reduce((a, b) -> b)
            .orElseThrow()
            .at()
            .toInstant();
  }

  private static ScheduleGuard guard() {
    ScheduleParts parts = API.scheduleParts();
    return new ScheduleGuard(
        parts.rows(),
        parts.changes(),
        new MissedFirings(parts.rows(), API.ledger(), Clock.systemUTC()),
        Clock.systemUTC());
  }

  private TestClient client(String grant) {
    return admin.as(admin.post("/v1/api-keys", grant).json().path("apiKey").asText());
  }
}
