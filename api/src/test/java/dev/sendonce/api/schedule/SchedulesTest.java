package dev.sendonce.api.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sendonce.activity.ScheduledFiring;
import dev.sendonce.api.Letters;
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
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SchedulesTest {
  @RegisterExtension static final TestApi API = new TestApi();

  private final TestClient admin = API.client();

  @AfterEach
  void temporalIsBack() {
    API.schedules.answer = ScheduleEngine.Answer.DONE;
  }

  @Test
  void makesAScheduleAndShowsItsNextTenTimes() {
    Answer answer = admin.post("/v1/schedules", daily("made/1", ""));

    assertThat(answer.status()).isEqualTo(201);
    assertThat(answer.header("Location")).get().asString().endsWith("/v1/schedules/made%2F1");
    JsonNode schedule = admin.get("/v1/schedules/made%2F1").json();
    assertThat(schedule).isEqualTo(answer.json());
    assertThat(schedule.path("cron").asText()).isEqualTo("30 2 * * *");
    assertThat(schedule.path("overlap").asText()).isEqualTo("forbid");
    assertThat(schedule.path("catchUpWindow").asText()).isEqualTo("PT10M");
    assertThat(schedule.path("paused").asBoolean()).isFalse();
    assertThat(schedule.path("engine").asText()).isEqualTo("applied");
    assertThat(schedule.path("template").path("subject").asText()).isEqualTo("Daily");
    assertThat(schedule.path("firings")).isEmpty();
    assertThat(schedule.path("links").path("temporal").asText()).contains("made%2F1");
    assertThat(schedule.path("next")).hasSize(10);
    for (JsonNode next : schedule.path("next")) {
      OffsetDateTime at = OffsetDateTime.parse(next.asText());
      assertThat(at.getMinute()).isEqualTo(30);
      assertThat(at.getOffset().getTotalSeconds()).isIn(3600, 7200);
    }
    assertThat(API.schedules.applied).containsKey("made/1");
  }

  @Test
  void takesTheIdFromTheHeaderAndAnswersARepetition() {
    String body = daily(null, "");
    Answer first = admin.post("/v1/schedules", body, "Idempotency-Key", "repeated");
    Answer again = admin.post("/v1/schedules", body, "Idempotency-Key", "\"repeated\"");

    assertThat(first.status()).isEqualTo(201);
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.header("Idempotency-Replayed")).contains("true");
    assertThat(again.json().path("id").asText()).isEqualTo("repeated");
  }

  @Test
  void namesWhatDiffersFromTheScheduleWithThisId() {
    admin.post("/v1/schedules", daily("differs", ""));

    Answer other = admin.post("/v1/schedules", daily("differs", ",\"overlap\":\"allow\""));

    assertThat(other.status()).isEqualTo(422);
    assertThat(other.problem()).isEqualTo("idempotency-key-reused");
    assertThat(other.json().path("fields").get(0).asText()).isEqualTo("overlap");
  }

  @Test
  void wantsAnId() {
    Answer answer = admin.post("/v1/schedules", daily(null, ""));

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.problem()).isEqualTo("idempotency-key-missing");
  }

  @Test
  void listsEveryInvalidField() {
    Answer answer =
        admin.post(
            "/v1/schedules",
            "{\"id\":\"a b\",\"calendar\":{\"times\":[\"25:00\"],\"daysOfWeek\":[\"SOON\"],"
                + "\"daysOfMonth\":[0],\"months\":[13],\"years\":[2030]},\"timeZone\":\"Mars\","
                + "\"overlap\":\"perhaps\",\"catchUpWindow\":\"PT1S\",\"colour\":1,"
                + "\"template\":{\"from\":\"nobody\",\"sendAt\":\"2030-01-01T00:00:00Z\","
                + "\"to\":[\"x\"],\"text\":\"\"}}");

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.json().path("errors").findValuesAsText("field"))
        .contains(
            "id",
            "calendar.times[0]",
            "calendar.daysOfWeek[0]",
            "calendar.daysOfMonth[0]",
            "calendar.months[0]",
            "calendar.years",
            "timeZone",
            "overlap",
            "catchUpWindow",
            "colour",
            "template.from",
            "template.to[0]",
            "template.sendAt");
  }

  @Test
  void refusesWhatNoScheduleCanBeMadeOf() {
    String letter = Letters.to("ann@example.org");
    for (String rule :
        List.of(
            "",
            "\"cron\":\"* * * *\",",
            "\"cron\":\"0 0 30 2 *\",",
            "\"cron\":\"0 0 * * *\",\"calendar\":{\"times\":[\"01:00\"]},",
            "\"calendar\":{},")) {
      Answer answer =
          admin.post(
              "/v1/schedules",
              "{\"id\":\"never\"," + rule + "\"timeZone\":\"UTC\",\"template\":" + letter + "}");
      assertThat(answer.status()).as(rule).isEqualTo(422);
    }
    assertThat(admin.get("/v1/schedules/never").status()).isEqualTo(404);
  }

  @Test
  void showsEachClientOnlyItsOwn() {
    TestClient mine = client("{\"client\":\"mine\"}");
    TestClient other = client("{\"client\":\"other\"}");
    mine.post("/v1/schedules", daily("of-mine", ""));

    assertThat(mine.get("/v1/schedules").text()).contains("of-mine");
    assertThat(mine.get("/v1/schedules").json().path("items").get(0).has("template")).isFalse();
    assertThat(admin.get("/v1/schedules").text()).contains("of-mine");
    assertThat(other.get("/v1/schedules").json().path("items")).isEmpty();
    assertThat(other.get("/v1/schedules/of-mine").status()).isEqualTo(404);
    assertThat(other.delete("/v1/schedules/of-mine").status()).isEqualTo(404);
    Answer taken = other.post("/v1/schedules", daily("of-mine", ""));
    assertThat(taken.status()).isEqualTo(409);
    assertThat(taken.problem()).isEqualTo("key-taken");
  }

  @Test
  void holdsToWhatTheApiKeyMayUse() {
    TestClient bound =
        client("{\"client\":\"bound\",\"keyPrefix\":\"bound/\",\"senders\":[\"@example.net\"]}");

    assertThat(bound.post("/v1/schedules", daily("elsewhere", "")).status()).isEqualTo(422);
    String allowed = daily("elsewhere", "").replace("@example.com", "@example.net");
    assertThat(bound.post("/v1/schedules", allowed).status()).isEqualTo(403);
    assertThat(bound.post("/v1/schedules", allowed.replace("elsewhere", "bound")).status())
        .isEqualTo(201);
    assertThat(bound.post("/v1/schedules", allowed.replace("elsewhere", "bound/1")).status())
        .isEqualTo(201);
  }

  @Test
  void pagesThroughTheList() {
    TestClient paging = client("{\"client\":\"paging\"}");
    for (String id : List.of("page-a", "page-b", "page-c")) {
      paging.post("/v1/schedules", daily(id, ""));
    }

    JsonNode first = paging.get("/v1/schedules?limit=2").json();
    JsonNode second =
        paging.get("/v1/schedules?limit=2&cursor=" + first.path("next").asText()).json();

    assertThat(first.path("items").findValuesAsText("id")).containsExactly("page-a", "page-b");
    assertThat(second.path("items").findValuesAsText("id")).containsExactly("page-c");
    assertThat(second.path("next").isNull()).isTrue();
  }

  @Test
  void storesNothingWhileTemporalIsAway() {
    API.schedules.answer = ScheduleEngine.Answer.UNREACHABLE;
    Answer answer = admin.post("/v1/schedules", daily("no-engine", ""));

    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.problem()).isEqualTo("engine-unavailable");
    assertThat(answer.header("Retry-After")).isPresent();
    assertThat(admin.get("/v1/schedules/no-engine").status()).isEqualTo(404);
    assertThat(admin.get("/v1/schedules").text()).doesNotContain("no-engine");
    assertThat(fire("no-engine", Instant.now()).outcome()).isEqualTo("refused");

    API.schedules.answer = ScheduleEngine.Answer.DONE;
    guard().run();
    assertThat(API.scheduleParts().rows().find("no-engine")).isEmpty();
    assertThat(admin.post("/v1/schedules", daily("no-engine", "")).status()).isEqualTo(201);
  }

  @Test
  void refusesAZoneThatTemporalDoesNotKnow() {
    API.schedules.answer = ScheduleEngine.Answer.REFUSED;

    Answer answer = admin.post("/v1/schedules", daily("no-zone", ""));

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.json().path("errors").get(0).path("field").asText()).isEqualTo("timeZone");
    assertThat(API.scheduleParts().rows().find("no-zone")).isEmpty();
  }

  @Test
  void pausesWithAReasonAlsoWhileTemporalIsAway() {
    admin.post("/v1/schedules", daily("paused", ""));
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
    admin.post("/v1/schedules", daily("no-reason", ""));

    assertThat(admin.post("/v1/schedules/no-reason/pause", "{}").status()).isEqualTo(422);
    assertThat(admin.post("/v1/schedules/no-reason/unpause", "{\"x\":1}").status()).isEqualTo(422);
  }

  @Test
  void showsFiringsWithTheirSends() {
    admin.post("/v1/schedules", daily("fired", ""));
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
    admin.post("/v1/schedules", daily("triggered", "").replace("ann@", "trigger@"));

    Answer first = trigger("trigger-1");
    Answer again = trigger("trigger-1");
    Answer second = trigger("trigger-2");
    Answer keyless = admin.post("/v1/schedules/triggered/trigger", "{}");

    assertThat(first.status()).isEqualTo(202);
    assertThat(first.header("Location")).get().asString().endsWith("/v1/sends/trigger-1");
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.header("Idempotency-Replayed")).contains("true");
    assertThat(second.problem()).isEqualTo("duplicate-content");
    assertThat(keyless.problem()).isEqualTo("idempotency-key-missing");
    JsonNode firings = admin.get("/v1/schedules/triggered").json().path("firings");
    assertThat(firings.findValuesAsText("outcome")).containsExactly("triggered");
  }

  private Answer trigger(String key) {
    return admin.post("/v1/schedules/triggered/trigger", "{}", "Idempotency-Key", key);
  }

  @Test
  void isGoneForEverybodyAtOnceAlsoWhileTemporalIsAway() {
    admin.post("/v1/schedules", daily("removed", ""));
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
    admin.post("/v1/schedules", daily("lost", ""));
    API.schedules.applied.remove("lost");

    guard().run();

    assertThat(API.schedules.applied).containsKey("lost");
  }

  @Test
  void theGuardEndsWhatARequestLeftHalfDone() {
    admin.post("/v1/schedules", daily("whole", ""));
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
    first.post("/v1/schedules", daily("rotated", ""));
    String before = API.scheduleParts().rows().find("rotated").orElseThrow().terms().apiKey();
    admin.delete("/v1/api-keys/" + before);
    assertThat(fire("rotated", lastNight()).outcome()).isEqualTo("refused");

    assertThat(second.post("/v1/schedules", daily("rotated", "")).status()).isEqualTo(200);

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

  private static String daily(String id, String more) {
    return "{"
        + (id == null ? "" : "\"id\":\"" + id + "\",")
        + "\"cron\":\"30 2 * * *\",\"timeZone\":\"Europe/Berlin\",\"template\":"
        + Letters.to("ann@example.org", "Daily")
        + more
        + "}";
  }
}
